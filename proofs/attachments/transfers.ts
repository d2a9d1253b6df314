// Clients that upload and delete files, retry until they have a response, and remember what was acknowledged.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

export type Journal = {
  /** SHA-256 of the content, by ID. */
  acknowledged: Map<string, string>
  deleted: Set<string>
  /** Deletions without a response: the file may be there or not. */
  doubtful: Set<string>
  /** Uploads that were given up after a failed attempt, by name: they may have been stored. */
  givenUp: Map<string, string>
}

type Options = { url: string; apiKey: string; uploads: number; tasks: number; random: SeededRandom }

const ATTEMPTS = 200
/** Most files are small; some have several chunks. */
const SIZES = [0, 700, 20_000, 262_144, 300_000, 900_000] as const

function openJournal(): Journal {
  return {
    acknowledged: new Map(),
    deleted: new Set(),
    doubtful: new Set(),
    givenUp: new Map(),
  }
}

export async function createTransfers({ url, apiKey, uploads, tasks, random }: Options) {
  const journal = openJournal()
  const places: string[] = []
  for (let n = 0; n < tasks; n++) places.push(await createTask(url, apiKey, n))
  const headers = { 'x-api-key': apiKey }
  const progress = { started: 0 }

  async function upload(n: number): Promise<void> {
    const size = random.pick(SIZES)
    const file = randomBytes(size === 0 ? 0 : random.between(1, size))
    const sha256 = createHash('sha256').update(file).digest('hex')
    const task = places[n % places.length] ?? ''
    const address = `${url}/api/tasks/${task}/attachments`
    const patience = random.next() < 0.1 ? 1 : ATTEMPTS
    const keyed = { ...headers, 'idempotency-key': `upload-${n}` }
    for (let attempt = 1; attempt <= patience; attempt++) {
      const request = { method: 'POST', headers: keyed, body: file }
      const response = await fetch(`${address}?name=${n}`, request).catch(() => undefined)
      const body = await response?.text().catch(() => undefined)
      if (response?.status === 201 && body !== undefined) {
        const { id } = JSON.parse(body) as { id: string } // what the contract says
        journal.acknowledged.set(id, sha256)
        if (random.next() < 0.3) await remove(`${address}/${id}`, id)
        return
      }
      refuseOther(response?.status, body)
      await sleep(random.between(10, 100))
    }
    journal.givenUp.set(String(n), sha256)
  }

  async function remove(address: string, id: string): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const response = await fetch(address, { method: 'DELETE', headers }).catch(() => undefined)
      // An earlier attempt may have deleted it.
      if (response?.status === 204 || (response?.status === 404 && attempt > 1)) {
        journal.deleted.add(id)
        return
      }
      refuseOther(response?.status, response && (await response.text().catch(() => '')))
      await sleep(random.between(10, 100))
    }
    journal.doubtful.add(id)
  }

  async function takeTurns(): Promise<void> {
    for (let n = progress.started++; n < uploads; n = progress.started++) await upload(n)
  }

  return {
    journal,
    /** All of them, by so many clients. */
    run: (clients: number) => Promise.all(Array.from({ length: clients }, takeTurns)),
    /** Until so many uploads have begun. */
    async until(count: number): Promise<void> {
      while (progress.started < count) await sleep(5)
    },
  }
}

/**
 * While the service is down there is no response, and while it starts or another attempt commits it says so. On a busy machine a
 * body can arrive too late. Each of these responses tells clients to retry.
 */
const RETRIED: ReadonlySet<number> = new Set([408, 409, 503])

function refuseOther(status: number | undefined, body: string | undefined): void {
  if (status === undefined || status === 201 || RETRIED.has(status)) return
  throw new Error(`unexpected response ${status}: ${body ?? ''}`)
}

async function createTask(url: string, apiKey: string, n: number): Promise<string> {
  const response = await fetch(`${url}/api/tasks`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Task ${n}` }),
  })
  const { id } = (await response.json()) as { id: string } // what the contract says
  return id
}
