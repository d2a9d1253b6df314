// Verifies concurrent migrations: one process migrates an empty database, the others wait, and a killed migration is resumed.
import { setTimeout as sleep } from 'node:timers/promises'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { type EmptyDatabase, emptyDatabase } from '../../tests/harness/database.ts'
import { schemaFingerprint } from '../../tests/harness/migration/schema-fingerprint.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import type { Service } from '../../tests/harness/service.ts'
import { equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import {
  loggedErrors,
  migrateHere,
  type Outcome,
  serveMigrating,
  spawnMigrate,
} from './contender.ts'
import { holdMigrationAt } from './held-migration.ts'

const VERSIONS = [15, 18]
const SERVICES = 5
const MIGRATORS = 20
/** Places in the migration, from its first step to its last, where a process is killed. */
const PLACES = ['schema_migrations', 'instance', 'tasks', 'audit_entries_default'] as const

type Arena = { cluster: Cluster; reference: string; random: SeededRandom; tally: Tally }

type Tally = {
  services: number
  migrators: number
  migrated: number
  waited: number
  kills: number
  races: number
  errors: string[]
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'checks the locking of the migrator, which rarely changes; run it when the migrator does',
  budgetSeconds: 60,
  report: 'foundation',
  covers: ['server/src/db'],
  claim: `${SERVICES} services or ${MIGRATORS} migrators start at once on an empty database: exactly one migrates, the others wait, none fails; after SIGKILL during a migration the next process finishes it, with the same schema`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const rounds = options.full ? 20 : 1
    const tally: Tally = {
      services: 0,
      migrators: 0,
      migrated: 0,
      waited: 0,
      kills: 0,
      races: 0,
      errors: [],
    }
    for (const [index, version] of VERSIONS.entries()) {
      const cluster = await startCluster({ version, fsync: false, inMemory: true })
      try {
        const random = seededRandom(options.seed, `migrate-race ${version}`)
        const arena = { cluster, reference: await makeReference(cluster), random, tally }
        // Versions begin differently, so that one round of each tries both ways to start services.
        for (let round = 1; round <= rounds; round++) {
          await runRound(arena, round + index, options)
        }
      } finally {
        await cluster.stop()
      }
    }
    return judge(rounds, tally)
  },
}

async function runRound(arena: Arena, round: number, options: ProofOptions): Promise<void> {
  const before = arena.tally.errors.length
  const locked = !options.control
  // The program has no option to skip its lock, so the control has no services.
  if (locked) await race(arena, (database) => startServices(arena, database, round % 2 === 1))
  await race(arena, async (database) => {
    const processes = times(MIGRATORS, () => spawnMigrate(database, locked))
    return Promise.all(processes.map(({ outcome }) => outcome))
  })
  await race(arena, (database) =>
    Promise.all(times(MIGRATORS, () => migrateHere(database, locked))),
  )
  arena.tally.migrators += 2 * MIGRATORS
  if (locked) {
    await withDatabase(arena, (database) => killInside(arena, database))
    await withDatabase(arena, (database) => killAnytime(arena, database))
  }
  const found = arena.tally.errors.slice(before)
  options.log(`PostgreSQL ${arena.cluster.version}, round ${round}: ${found.length} errors`)
  for (const error of found.slice(0, 3)) options.log(`  ${error.slice(0, 300)}`)
}

/** Exactly one of the contenders migrates, and the schema is the one a single migrator makes. */
async function race(
  arena: Arena,
  contend: (database: EmptyDatabase) => Promise<Outcome[]>,
): Promise<void> {
  await withDatabase(arena, async (database) => {
    const { tally } = arena
    const outcomes = await contend(database)
    const migrated = outcomes.filter((outcome) => outcome.migrated).length
    tally.races++
    tally.migrated += migrated
    tally.waited += outcomes.filter((outcome) => outcome.waited).length
    tally.errors.push(...outcomes.flatMap(({ errors }) => errors))
    if (migrated !== 1) tally.errors.push(`${migrated} of ${outcomes.length} migrated`)
  })
}

/** Held in the middle all but one must wait; not held some may come late and find the work done. */
async function startServices(
  { tally }: Arena,
  database: EmptyDatabase,
  held: boolean,
): Promise<Outcome[]> {
  const apiKey = generateApiKey()
  const hold = held ? await holdMigrationAt(database.superuserUrl, 'tasks') : undefined
  const starting = times(SERVICES, () => serveMigrating(database, apiKey))
  await hold?.untilHeld(SERVICES - 1)
  await hold?.release()
  const contenders = await Promise.all(starting)
  tally.services += SERVICES
  const outcomes = contenders.map(({ outcome }) => outcome)
  const services = contenders.flatMap(({ service }) => service ?? [])
  tally.errors.push(...(await askAll(services)))
  await Promise.all(services.map((service) => service.kill()))
  tally.errors.push(...services.flatMap(loggedErrors))
  const waited = outcomes.filter((outcome) => outcome.waited).length
  if (held && waited !== SERVICES - 1) tally.errors.push(`${waited} services waited, not four`)
  return outcomes
}

/** Each is ready and creates a task; then each must see the tasks of all. */
async function askAll(services: readonly Service[]): Promise<string[]> {
  const errors: string[] = []
  const { call, close } = createApiCaller()
  const body = { title: 'from each' }
  for (const { url, apiKey } of services) {
    const headers = { 'x-api-key': apiKey }
    const ready = await call(`${url}/readyz`)
    const created = await call(`${url}/api/tasks`, { method: 'POST', headers, body })
    if (ready.status !== 200) errors.push(`readyz ${ready.status}`)
    if (created.status !== 201) errors.push(`create ${created.status} ${created.body}`)
  }
  for (const { url, apiKey } of services) {
    const listed = await call(`${url}/api/tasks`, { headers: { 'x-api-key': apiKey } })
    const { data = [] } = JSON.parse(listed.body) as { data?: unknown[] }
    if (listed.status !== 200 || data.length !== services.length) {
      errors.push(`list ${listed.status} with ${data.length} tasks`)
    }
  }
  close()
  return errors
}

/** Killed while it holds the lock and half a migration; two others are already waiting. */
async function killInside({ tally, random }: Arena, database: EmptyDatabase): Promise<void> {
  const hold = await holdMigrationAt(database.superuserUrl, random.pick(PLACES))
  const victim = spawnMigrate(database)
  await hold.untilHeld(0)
  const heirs = times(2, () => spawnMigrate(database))
  await hold.untilHeld(heirs.length)
  victim.child.kill('SIGKILL')
  await victim.outcome
  await hold.release()
  const outcomes = await Promise.all(heirs.map(({ outcome }) => outcome))
  tally.kills++
  tally.errors.push(...outcomes.flatMap(({ errors }) => errors))
  const migrated = outcomes.filter((outcome) => outcome.migrated).length
  if (migrated !== 1) tally.errors.push(`${migrated} of 2 finished the migration`)
}

/** Killed at any moment at all, from its start-up to after its end. */
async function killAnytime({ tally, random }: Arena, database: EmptyDatabase): Promise<void> {
  const victim = spawnMigrate(database)
  await sleep(random.between(100, 900))
  victim.child.kill('SIGKILL')
  await victim.outcome
  const outcomes = await Promise.all(times(2, () => migrateHere(database)))
  tally.kills++
  tally.errors.push(...outcomes.flatMap(({ errors }) => errors))
}

async function withDatabase(
  { cluster, reference, tally }: Arena,
  use: (database: EmptyDatabase) => Promise<void>,
): Promise<void> {
  const database = await emptyDatabase({ cluster })
  await use(database)
  const { superuserUrl, rolePrefix } = database
  const schema = await schemaFingerprint(superuserUrl, rolePrefix).catch(String)
  if (schema !== reference) tally.errors.push('the schema differs from a single migrator’s')
  await database.drop()
}

async function makeReference(cluster: Cluster): Promise<string> {
  const database = await emptyDatabase({ cluster })
  await migrate({ databaseUrl: database.url, rolePrefix: database.rolePrefix })
  const text = await schemaFingerprint(database.superuserUrl, database.rolePrefix)
  await database.drop()
  return text
}

function judge(rounds: number, tally: Tally): Verdict {
  const figures = [
    `${rounds} rounds on PostgreSQL ${VERSIONS.join(' and ')}`,
    `${tally.races} races of ${tally.services} services and ${tally.migrators} migrators`,
    `${tally.migrated} migrated`,
    `${tally.waited} waited`,
    `${tally.kills} kills recovered`,
    `${tally.errors.length} errors`,
  ]
  return {
    figures: figures.join(', '),
    criteria: [
      none('errors', tally.errors.length),
      equals('completed migrations (one per race)', tally.migrated, tally.races),
    ],
  }
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}
