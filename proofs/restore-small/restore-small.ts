// Verifies backup and restore with plain pg_dump and pg_restore: `fingerprint` reports equality, and the service continues.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { HOST_SUFFIX, serviceEnv, startService } from '../../tests/harness/service.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { askRestored } from './ask-restored.ts'
import { type Dump, dump, restore, restoreAsOwner } from './dump-and-restore.ts'
import { connectClient, type Remembered, remember, runWell, useTenant } from './remembered.ts'

type Source = {
  database: TestDatabase
  apiKey: string
  remembered: Remembered[]
  fingerprint: string
}

type Way = {
  name: string
  cluster: Cluster
  dump: Dump
  by: 'superuser' | 'owner'
}

type Tally = {
  answers: number
  replays: number
  planted: number
  unseen: string[]
  faults: string[]
  ms: number[]
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'restores take almost two minutes, and the code that they cover rarely changes',
  budgetSeconds: 90,
  report: 'self-hosting',
  covers: ['server/src/commands', 'server/src/db'],
  claim:
    'a dump of PostgreSQL 15 restored into an empty database of 15 and 18: `fingerprint` prints the same, all checks of `doctor` pass, and clients find everything they stored and continue',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const folder = mkdtempSync(join(tmpdir(), 'restore-small-'))
    const clusters: Cluster[] = []
    try {
      for (const version of [15, 15, 18]) {
        clusters.push(await startCluster({ version, fsync: false, inMemory: true }))
      }
      const [old, same, newer] = clusters as [Cluster, Cluster, Cluster] // three were started
      const source = await furnish(old, options)
      const custom: Dump = { file: join(folder, 'custom.dump'), format: 'custom' }
      const plain: Dump = { file: join(folder, 'plain.sql'), format: 'plain' }
      const started = performance.now()
      await dump(old, source.database.superuserUrl, custom)
      options.log(`dumped in ${elapsed(started)}, ${megabytes(custom.file)}`)
      await dump(old, source.database.superuserUrl, plain)
      const ways: Way[] = [
        { name: '15 to another 15', cluster: same, dump: custom, by: 'superuser' },
        { name: '15 to another 15, no superuser', cluster: same, dump: custom, by: 'owner' },
        { name: '15 to the same server', cluster: old, dump: custom, by: 'superuser' },
        { name: '15 to 18', cluster: newer, dump: custom, by: 'superuser' },
        { name: '15 to 18 as SQL, no superuser', cluster: newer, dump: plain, by: 'owner' },
      ]
      const tally: Tally = { answers: 0, replays: 0, planted: 0, unseen: [], faults: [], ms: [] }
      for (const way of ways) await goWay(way, { old, source, tally }, options)
      return judge(ways, source, tally)
    } finally {
      for (const cluster of clusters) await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function furnish(cluster: Cluster, { full, seed, log }: ProofOptions): Promise<Source> {
  const tenants = full ? 20 : 3
  const tasks = full ? 2_500 : 60
  const database = await emptyDatabase({ cluster })
  const apiKey = generateApiKey()
  const env = {
    ...serviceEnv({ databaseUrl: database.url, apiKey }),
    SERVICE_ACP_HOST: HOST_SUFFIX,
  }
  await runWell(['migrate'], env)
  const service = await startService({ databaseUrl: database.url, apiKey, env })
  const caller = createApiCaller()
  const remembered: Remembered[] = []
  try {
    const keys = new Map([['default', apiKey]])
    while (keys.size < tenants) {
      const slug = `tenant-${keys.size}`
      const made = await runWell(['tenant', 'create', slug, '--json'], env)
      keys.set(slug, (JSON.parse(made) as { api_key: string }).api_key)
    }
    const revokedKey = keys.get('tenant-1')
    const rotate = ['tenant', 'rotate-key', 'tenant-1', '--overlap', '0', '--json']
    keys.set('tenant-1', (JSON.parse(await runWell(rotate, env)) as { api_key: string }).api_key)
    for (const [slug, key] of keys) {
      const client = connectClient(caller, service.url, slug, key)
      const creates = await useTenant(client, tasks, seededRandom(seed, slug))
      const known = await remember(client, creates)
      remembered.push(slug === 'tenant-1' ? { ...known, revokedKey } : known)
    }
  } finally {
    caller.close()
    await service.stop()
  }
  const started = performance.now()
  const fingerprint = await runWell(['fingerprint'], env)
  log(fingerprint)
  log(`fingerprint taken in ${elapsed(started)}`)
  return { database, apiKey, remembered, fingerprint }
}

type Scene = { old: Cluster; source: Source; tally: Tally }

async function goWay(
  way: Way,
  { old, source, tally }: Scene,
  options: ProofOptions,
): Promise<void> {
  const database = await emptyDatabase({ cluster: way.cluster })
  const { url, superuserUrl } = database
  const env = serviceEnv({ databaseUrl: url, apiKey: source.apiKey })
  const started = performance.now()
  await runWell(['migrate', '--roles-only'], env)
  if (way.by === 'superuser') await restore(old, superuserUrl, way.dump)
  else await restoreAsOwner(old, database, way.dump)
  tally.ms.push(performance.now() - started)
  // The defense is the comparison; without a difference to see it would prove nothing.
  if (options.control) await damage(superuserUrl, MISSING)
  const same = (await runWell(['fingerprint'], env)) === source.fingerprint
  options.log(`${way.name}: restored in ${elapsed(started)}, ${same ? 'equal' : 'NOT EQUAL'}`)
  if (!same) tally.faults.push(`${way.name}: another fingerprint`)
  await runWell(['doctor'], env).catch((error: Error) => tally.faults.push(error.message))
  for (const statement of options.control ? [] : [CHANGED, MISSING]) {
    const undo = await damage(superuserUrl, statement)
    tally.planted++
    if ((await runWell(['fingerprint'], env)) === source.fingerprint) tally.unseen.push(statement)
    await undo()
  }
  const asked = await askRestored({ url, superuserUrl, env }, source.remembered)
  tally.answers += asked.answers
  tally.replays += asked.replays
  tally.faults.push(...asked.faults.map((fault) => `${way.name}: ${fault}`))
  for (const fault of asked.faults.slice(0, 5)) options.log(`  ${fault.slice(0, 400)}`)
}

const CHANGED = `update comments set body = body || ' '`
const MISSING = 'delete from comments'

/** One comment; what there was comes back by the function that is returned. */
async function damage(superuserUrl: string, statement: string): Promise<() => Promise<void>> {
  const execute = (text: string) => withAdmin(superuserUrl, (admin) => admin.query(text))
  await execute('create schema kept; create table kept.comments as table public.comments')
  await execute(`${statement} where id = (select id from comments limit 1)`)
  return async () => {
    await execute('delete from comments; insert into comments select * from kept.comments')
    await execute('drop schema kept cascade')
  }
}

function judge(ways: readonly Way[], source: Source, tally: Tally): Verdict {
  const { answers, replays, planted, unseen, faults, ms } = tally
  const rows = /^all +(\d+)/m.exec(source.fingerprint)?.[1]
  const figures = [
    `${ways.length} restores of ${rows} rows of ${source.remembered.length} tenants`,
    `slowest ${(Math.max(...ms) / 1_000).toFixed(1)} s`,
    `${answers} recorded responses`,
    `${replays} replays`,
    `${faults.length} faults`,
    `${planted} planted differences`,
    `${unseen.length} undetected`,
  ]
  const criteria = [
    none('faults found', faults.length),
    none('planted differences not detected', unseen.length),
  ]
  return { figures: figures.join(', '), criteria }
}

function elapsed(started: number): string {
  return `${((performance.now() - started) / 1_000).toFixed(1)} s`
}

function megabytes(file: string): string {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`
}
