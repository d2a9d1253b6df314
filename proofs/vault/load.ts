// Readers and writers of secrets that never pause, as processes that hold the master keys they were started with.
import type { Keyring } from '../../server/src/crypto/keyring.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { keepSecret, readSecret } from '../../tests/harness/vault/secret-drawer.ts'
import { type Arena, type MasterKeys, SECRET_ID } from './arena.ts'

export type LoadTally = {
  reads: number
  writes: number
  /** Tenants whose first secret was sealed meanwhile. */
  newTenants: number
  failedReads: number
  failedWrites: number
  faults: string[]
}

export type Load = { tally: LoadTally; stop: () => Promise<LoadTally> }

type Worker = { arena: Arena; random: SeededRandom; tally: LoadTally; keyring: () => Keyring }

export type LoadOptions = { seed: number; readers: number; writers: number }

/** Half of the readers remember the data keys they have seen; the others unwrap each time, as after a start. */
export function startLoad(arena: Arena, keys: MasterKeys, options: LoadOptions): Load {
  const tally: LoadTally = {
    reads: 0,
    writes: 0,
    newTenants: 0,
    failedReads: 0,
    failedWrites: 0,
    faults: [],
  }
  const stopping = new AbortController()
  const loop = async (
    name: string,
    forgetful: boolean,
    work: (worker: Worker) => Promise<void>,
  ) => {
    const remembering = arena.keyring(keys)
    const keyring = () => (forgetful ? arena.keyring(keys) : remembering)
    const worker = { arena, random: seededRandom(options.seed, name), tally, keyring }
    while (!stopping.signal.aborted) await work(worker)
  }
  const loops = [
    ...Array.from({ length: options.readers }, (_, index) =>
      loop(`reader ${index}`, index % 2 === 0, readOne),
    ),
    ...Array.from({ length: options.writers }, (_, index) =>
      loop(`writer ${index}`, index % 2 === 0, writeOne),
    ),
  ]
  return {
    tally,
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      return tally
    },
  }
}

function pickTenant({ arena, random }: Worker): string {
  return arena.tenantIds[random.between(0, arena.tenantIds.length - 1)] ?? ''
}

async function readOne(worker: Worker): Promise<void> {
  const { arena, tally } = worker
  const id = pickTenant(worker)
  tally.reads++
  try {
    const keyring = worker.keyring()
    const text = await arena.db.tenantRead(id, (tx) => readSecret({ tx, keyring }, SECRET_ID))
    if (text.startsWith(`${id} `)) return
    tally.faults.push(`read ${text}`)
  } catch (error) {
    tally.faults.push(`read: ${String(error)}`)
  }
  tally.failedReads++
}

/** One tenant has one writer at a time, so that the last written value is known. */
const busy = new Set<string>()

async function writeOne(worker: Worker): Promise<void> {
  const { arena, tally, random } = worker
  const isNew = random.next() < 0.2
  const id = isNew ? await arena.addTenant() : pickTenant(worker)
  if (busy.has(id)) return
  busy.add(id)
  const text = `${id} ${random.between(1, 1e9)}`
  tally.writes++
  try {
    const keyring = worker.keyring()
    await arena.db.tenantTx(id, (tx) => keepSecret({ tx, keyring }, SECRET_ID, text))
    arena.secrets.set(id, text)
    if (!isNew) return
    tally.newTenants++
    arena.tenantIds.push(id)
  } catch (error) {
    tally.faults.push(`write: ${String(error)}`)
    tally.failedWrites++
  } finally {
    busy.delete(id)
  }
}
