// Verifies tenant isolation: every operation and ID position of the OpenAPI document is called with objects of another tenant,
// with all defenses and with row-level security alone.
import { openApiDocument } from '@task-service/contract/openapi'
import { Client } from 'pg'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
} from '../../tests/harness/service.ts'
import { atLeast, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Belongings, furnish, markerOf } from './belongings.ts'
import { type Json, listOperations } from './id-positions.ts'
import { deliverMentions, furnishInboxes } from './inbox-belongings.ts'
import { mingleCreates } from './mingled-creates.ts'
import {
  createdConnector,
  createdField,
  createdForAgent,
  createdTasks,
  findLeaks,
  hashRows,
  type ProbeAnswer,
  savedView,
  send,
} from './oracles.ts'
import { attacks, coverageOf, generateProbes, type Probe } from './probes.ts'
import { uiPaths } from './ui-paths.ts'

type Size = { objectCount: number; mingledRounds: number; leastProbes: number }

const ciSize: Size = { objectCount: 1, mingledRounds: 10, leastProbes: 5_000 }
const fullSize: Size = { objectCount: 30, mingledRounds: 100, leastProbes: 50_000 }
const SHOWN_LEAKS = 12
const READ_LANES = 4

type Pass = { name: string; applicationTenantFilter: boolean; rowSecurity: boolean }

type Tally = { probes: number; leaks: number; uncovered: string[]; changedRows: number }

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 150,
  fullSizeForRelease: true,
  report: 'foundation',
  covers: ['server/src/domains', 'server/src/http', 'server/src/db'],
  claim: 'no tenant can see, change or detect data of another, with row-level security alone, too',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const passes: Pass[] = options.control
      ? [{ name: 'both walls down', applicationTenantFilter: false, rowSecurity: false }]
      : [
          { name: 'both walls', applicationTenantFilter: true, rowSecurity: true },
          { name: 'row security alone', applicationTenantFilter: false, rowSecurity: true },
        ]
    const cluster = await startCluster({ fsync: false, inMemory: true })
    try {
      const tallies: Tally[] = []
      for (const pass of passes) {
        const database = await createDatabase({ cluster })
        tallies.push(await runPass(pass, database, options))
      }
      return judge(tallies, passes, options)
    } finally {
      await cluster.stop()
    }
  },
}

function judge(
  tallies: readonly Tally[],
  passes: readonly Pass[],
  { full }: ProofOptions,
): Verdict {
  const names = passes.map(({ name }) => name)
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, t) => total + pick(t), 0)
  const leaks = sum((tally) => tally.leaks)
  const uncovered = sum((tally) => tally.uncovered.length)
  const changedRows = sum((tally) => tally.changedRows)
  const least = (full ? fullSize : ciSize).leastProbes
  const noticed = noticesGaps()
  const criteria = [
    none('leaks', leaks),
    none('positions without a probe', uncovered),
    none('tables changed', changedRows),
    isTrue('detection of a new position', noticed),
    ...tallies.map((tally, index) => atLeast(`probes (${names[index]})`, tally.probes, least)),
  ]
  const figures = [
    `${tallies.map((tally) => tally.probes).join(' + ')} probes (${names.join(' + ')})`,
    `${leaks} leaks`,
    `${changedRows} tables changed`,
    `${uncovered} positions without a probe`,
    `a new position ${noticed ? 'is noticed' : 'goes unnoticed'}`,
  ]
  return { figures: figures.join(', '), criteria }
}

async function runPass(
  pass: Pass,
  database: TestDatabase,
  { full, seed, log }: ProofOptions,
): Promise<Tally> {
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: {
      SERVICE_ACP_HOST: HOST_SUFFIX,
      SERVICE_ACP_LIMIT_CONNECTORS: 'off',
      SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: 'off',
    },
    applicationTenantFilter: pass.applicationTenantFilter,
  })
  const admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  try {
    const size = full ? fullSize : ciSize
    const tenants = await furnishTenants(api, database, admin, { seed, ...size })
    // Not before: without it tenants could not even be furnished apart, their data keys for instance.
    if (!pass.rowSecurity) await dropRowSecurity(admin)
    const tally = await attack(api, admin, tenants, size)
    log(`${pass.name}: ${tally.probes} probes, ${tally.leaks} leaks`)
    for (const leak of tally.shown) log(`  ${leak}`)
    // With the walls down nearly every position leaks; what does not is guarded by something else as well.
    if (!pass.rowSecurity) log(`  did not leak: ${tally.blind.join(', ')}`)
    for (const gap of tally.uncovered) log(`  without a probe: ${gap}`)
    return tally
  } finally {
    await admin.end()
    await api.stop()
  }
}

async function dropRowSecurity(admin: Client): Promise<void> {
  await admin.query(`do $$ declare t regclass; begin
    for t in select oid from pg_class where relrowsecurity loop
      execute format('alter table %s disable row level security', t);
    end loop; end $$`)
}

type Tenants = { attackers: Belongings[]; victims: Belongings[] }

/** The default tenant attacks too: its key stands in the environment, not in the database. */
async function furnishTenants(
  api: LocalApi,
  database: TestDatabase,
  admin: Client,
  { seed, objectCount }: { seed: number; objectCount: number },
): Promise<Tenants> {
  const { rows } = await admin.query<{ id: string }>(
    `select tenant_id as id from tenants where slug = 'default'`,
  )
  const tenants = [
    { id: rows[0]?.id ?? '', slug: 'default', key: api.apiKey, host: `default.${HOST_SUFFIX}` },
  ]
  for (const slug of ['mallory', 'victim', 'bystander']) {
    tenants.push(await provisionTenant(database.url, slug))
  }
  const furnished: Belongings[] = []
  for (const [order, tenant] of tenants.entries()) {
    const marker = markerOf(seed, order)
    furnished.push(await furnish(api.app, admin, { tenant, marker, order: order + 1, objectCount }))
  }
  await furnishInboxes(api, admin, furnished)
  return { attackers: furnished.slice(0, 2), victims: furnished.slice(2) }
}

async function attack(
  api: LocalApi,
  admin: Client,
  { attackers, victims }: Tenants,
  { objectCount, mingledRounds }: Size,
): Promise<Tally & { shown: string[]; blind: string[] }> {
  const document = probedDocument()
  // Deleting comes last: with the walls down it leaves nothing to find.
  const operations = listOperations(document).toSorted((a, b) => isDelete(a) - isDelete(b))
  const everybody = [...attackers, ...victims]
  const victimIds = victims.map((victim) => victim.tenant.id)
  const before = await hashRows(admin, victimIds)
  const covered = new Set<string>()
  const leaking = new Set<string>()
  const shown: string[] = []
  let leaks = 0
  const attempt = async (probe: Probe) => {
    const found = await tryProbe(api, probe, everybody)
    for (const name of probe.covers) covered.add(name)
    leaks += found.length
    const [first] = found
    if (first === undefined) return
    for (const name of probe.covers) leaking.add(name)
    if (shown.length < SHOWN_LEAKS) shown.push(describe(probe, first))
  }
  const setting = { document, operations, attackers, victims, objectCount }
  const list = [...generateProbes(setting)]
  // What an attacker writes carries the victim's names, and would look like a leak in a list of its own.
  const quiet = list.filter((probe) => !writesOwn(probe)).values()
  await inLanes(Array<Iterator<Probe>>(READ_LANES).fill(quiet), attempt)
  const writing = Map.groupBy(list.filter(writesOwn), (probe) => probe.attacker)
  await inLanes(
    [...writing.values()].map((probes) => probes.values()),
    attempt,
  )
  // Whom the attackers have mentioned.
  await deliverMentions(api)
  const after = await hashRows(admin, victimIds)
  const changed = after.filter((line) => !before.includes(line))
  shown.push(...changed.map((line) => `changed: ${line}`))
  const mingled = await mingleCreates(api.app, everybody, mingledRounds)
  shown.push(...mingled.leaks.slice(0, SHOWN_LEAKS))
  const wanted = operations.flatMap((one) => attacksOn(one).flatMap((a) => coverageOf(one, a)))
  const uncovered = wanted.filter((name) => !covered.has(name))
  const lost = before.length - after.length
  const blind = wanted.filter((name) => name.endsWith(': foreign id') && !leaking.has(name))
  const changedRows = changed.length + lost
  const probes = list.length + mingled.probes
  return { probes, leaks: leaks + mingled.leaks.length, shown, uncovered, changedRows, blind }
}

/** The API, and what only people can call. */
function probedDocument(): Json & { paths: Record<string, Record<string, Json>> } {
  const document = openApiDocument() as { paths: Record<string, Record<string, Json>> }
  return { ...document, paths: { ...document.paths, ...uiPaths() } }
}

function isDelete({ method }: { method: string }): number {
  return method === 'DELETE' ? 1 : 0
}

/** Where nothing is named, there is no foreign id; authentication is tried all the same. */
function attacksOn(operation: { positions: unknown[] }) {
  return attacks.filter((name) => name !== 'foreign id' || operation.positions.length > 0)
}

/** Whether the attacker may end up with something new of its own. */
function writesOwn({ operation, mustBeRefused }: Probe): boolean {
  return operation.method !== 'GET' && !mustBeRefused
}

async function inLanes(
  lanes: readonly Iterator<Probe>[],
  attempt: (probe: Probe) => Promise<void>,
) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = lane.next(); !next.done; next = lane.next()) await attempt(next.value)
    }),
  )
}

async function tryProbe(api: LocalApi, probe: Probe, everybody: readonly Belongings[]) {
  const missing = await send(api.app, probe.missing)
  await forgetSent(api, probe, probe.missing.url, missing)
  const foreign = await send(api.app, probe.foreign)
  await forgetSent(api, probe, probe.foreign.url, foreign)
  return findLeaks(probe, foreign, missing, everybody)
}

/** What was sent must not stand in anything of the attacker's that a later answer shows. */
async function forgetSent(
  api: LocalApi,
  probe: Probe,
  sentTo: string,
  answer: ProbeAnswer,
): Promise<void> {
  if (probe.operation.method === 'GET') return
  const { host, key } = probe.attacker.tenant
  const headers = { host, 'x-api-key': key }
  for (const id of createdTasks(answer)) {
    await api.app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers })
  }
  // A name is given to one connector or field only: the second answer would differ for that alone.
  const named = createdConnector(answer) ?? createdField(answer)
  if (named !== undefined) await api.app.inject({ method: 'DELETE', url: named, headers })
  // A name is given to one agent only, and an agent has two tokens at most.
  const url = createdForAgent(sentTo, answer)
  if (url !== undefined) await api.app.inject({ method: 'DELETE', url, headers })
  const view = savedView(answer)
  if (view === undefined) return
  const payload = { query: { source: null, integration: null, parent: null } }
  await api.app.inject({ method: 'PATCH', url: `/api/views/${view}`, headers, payload })
}

function describe(probe: Probe, leak: string): string {
  const { method, url } = probe.foreign
  return `${probe.covers.join(' + ')} (${probe.variant}) ${method} ${url}: ${leak}`
}

/** The document with an operation and a parameter that no probe knows: both must be asked for. */
function noticesGaps(): boolean {
  const document = probedDocument()
  const schema = { type: 'string' }
  document.paths['/api/widgets/{widget}'] = {
    get: { operationId: 'widgets.get', parameters: [{ name: 'widget', in: 'path', schema }] },
  }
  const list = document.paths['/api/tasks']?.['get']
  const parameters = (list?.['parameters'] ?? []) as Json[]
  parameters.push({ name: 'team', in: 'query', schema })
  const wanted = listOperations(document).flatMap((one) => coverageOf(one, 'foreign id'))
  return ['widgets.get: path widget as widget', 'tasks.list: query team as team'].every((gap) =>
    wanted.includes(`${gap}: foreign id`),
  )
}
