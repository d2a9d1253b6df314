// Verifies query plans: every operation, filter and sort is sent, and each plan that PostgreSQL executed must reach tenant
// rows through an index that starts with tenant_id.
import { Client } from 'pg'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { digestKey } from '../../server/src/crypto/key-digest.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { buildLocalApi, HOST_SUFFIX } from '../../tests/harness/service.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { sendAgents } from './agent-mix.ts'
import { sendConnectors } from './edge-mix.ts'
import { sendImports } from './import-mix.ts'
import { sendIntegrations } from './integration-mix.ts'
import { describePlan, judgePlan, readSchema, type Schema } from './judge-plan.ts'
import { followPlanLog, type PlanLog, planLogSettings, startPlanLog } from './plan-log.ts'
import { operationIds, sendCounts, sendLists, sendOperations } from './request-mix.ts'
import type { Answered, Call } from './send-call.ts'
import { type DataSize, fillDataKeys, loadSkewedData, type SkewedData } from './skewed-data.ts'
import { sendWebhooks } from './webhook-mix.ts'
import { sendWork } from './work-mix.ts'

const ciSize: DataSize = {
  tenants: 300,
  tasks: 60_000,
  rowsPerTable: 20_000,
  rowsPerPartition: 5_000,
}
const fullSize: DataSize = {
  tenants: 10_000,
  tasks: 10_000_000,
  rowsPerTable: 60_000,
  rowsPerPartition: 100_000,
}

/** Whatever the planner prefers, one of these is what a prepared statement runs with. */
const PLAN_MODES = ['force_custom_plan', 'force_generic_plan']

/** A page is at most 200 rows and one more; a request that reads more than twice that is searching. */
const MOST_ROWS = 400
const SHOWN_FAULTS = 10

type Tally = {
  requests: number
  plans: number
  statements: Set<string>
  operations: Set<string>
  unknownFilters: Set<string>
  faults: Map<string, string>
  /** Of filtered lists: how many rows were read for one page at most. */
  busiest: { rows: number; url: string }[]
}

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 120,
  report: 'foundation',
  covers: ['server/src/db', 'server/src/domains'],
  claim: 'every statement on the request path uses an index that starts with tenant_id',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const cluster = await startCluster({ fsync: false, settings: planLogSettings })
    try {
      const database = await createDatabase({ cluster })
      const urls = { owner: database.url, superuser: database.superuserUrl }
      const data = await loadSkewedData(urls, options.full ? fullSize : ciSize, options.log)
      options.log(`rows: ${data.rows}`)
      return judge(await observe(cluster, database, data, options), options)
    } finally {
      await cluster.stop()
    }
  },
}

function judge(tally: Tally, { log }: ProofOptions): Verdict {
  const unseen = operationIds().filter((id) => !tally.operations.has(id))
  for (const [statement, fault] of [...tally.faults].slice(0, SHOWN_FAULTS)) {
    log(`FAULT ${fault}\n  ${statement}`)
  }
  if (unseen.length > 0) log(`operations not sent: ${unseen.join(', ')}`)
  if (tally.unknownFilters.size > 0)
    log(`filters without a value: ${[...tally.unknownFilters].join(', ')}`)
  const busiest = tally.busiest.toSorted((a, b) => b.rows - a.rows).slice(0, 5)
  log(
    `filtered lists that read most for one page: ${busiest.map(({ rows, url }) => `${rows} rows ${url}`).join(', ')}`,
  )
  const gaps = unseen.length + tally.unknownFilters.size
  const figures = [
    `${tally.requests} requests`,
    `${tally.plans} plans of ${tally.statements.size} statements`,
    `${tally.faults.size} statements at fault`,
    `${gaps} operations or filters not sent`,
  ]
  const criteria = [
    none('statements with a faulty plan', tally.faults.size),
    none('operations not sent', unseen.length),
    none('filters not sent', tally.unknownFilters.size),
  ]
  return { figures: figures.join(', '), criteria }
}

async function observe(
  cluster: Cluster,
  database: TestDatabase,
  data: SkewedData,
  { control }: ProofOptions,
): Promise<Tally> {
  const admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  const tally: Tally = {
    requests: 0,
    plans: 0,
    statements: new Set(),
    operations: new Set(),
    unknownFilters: new Set(),
    faults: new Map(),
    busiest: [],
  }
  try {
    if (control) await admin.query('drop index comments_task')
    await startPlanLog(admin, database.name)
    const schema = await readSchema(admin)
    for (const mode of PLAN_MODES) {
      await admin.query(`alter database ${database.name} set plan_cache_mode = ${mode}`)
      await observeTenants({ cluster, database, data, schema, tally, admin, mode })
    }
  } finally {
    await admin.end()
  }
  return tally
}

type Observation = {
  cluster: Cluster
  database: TestDatabase
  data: SkewedData
  schema: Schema
  tally: Tally
  admin: Client
  mode: string
}

/** The largest tenant is a good part of the table, the small one next to nothing: the planner sees two worlds. */
async function observeTenants(observation: Observation): Promise<void> {
  const { cluster, database, data, admin, tally, mode } = observation
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' },
  })
  await fillDataKeys(admin)
  // Opened after logging was switched on, so that its marks are logged.
  const marker = new Client({ connectionString: database.superuserUrl })
  await marker.connect()
  try {
    const planLog = followPlanLog(cluster.logFile, marker)
    for (const tenant of [data.large, data.small]) {
      const headers = {
        host: `${tenant.slug}.${HOST_SUFFIX}`,
        'x-api-key': await giveKey(admin, tenant.id),
      }
      const send = async (call: Call): Promise<Answered> => {
        const { method, url, payload } = call
        const answer = await api.app.inject({
          method,
          url,
          headers: { ...headers, ...call.headers },
          ...(payload && { payload }),
        })
        if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
        await takePlans(observation, planLog, call)
        const isJson = answer.headers['content-type']?.startsWith('application/json')
        return isJson ? answer.json() : {}
      }
      await sendOperations(send, `plans-${mode}`)
      await sendWebhooks(send)
      await sendImports(send, admin)
      await sendIntegrations(send)
      await sendConnectors(send, `plans-${mode}`)
      await sendAgents(send, `plans-${mode}`)
      await sendWork(send, `work-${mode}`)
      await sendCounts(send, admin, tenant.id)
      const { unknownFilters } = await sendLists(send, admin, tenant.id)
      for (const name of unknownFilters) tally.unknownFilters.add(name)
    }
  } finally {
    await marker.end()
    await api.stop()
  }
}

async function takePlans({ schema, tally, mode }: Observation, planLog: PlanLog, call: Call) {
  tally.requests++
  tally.operations.add(call.operation)
  let rows = 0
  for (const logged of await planLog.take()) {
    const { faults, rowsRead, touchesTenants } = judgePlan(schema, logged)
    if (!touchesTenants) continue
    tally.plans++
    tally.statements.add(logged.statement)
    rows += rowsRead
    if (!call.isFiltered && rowsRead > MOST_ROWS) faults.push(`reads ${rowsRead} rows`)
    if (faults.length > 0) {
      const where = `${call.method} ${call.url} (${mode}): ${faults.join('; ')}`
      tally.faults.set(logged.statement, `${where}\n${describePlan(logged.plan)}`)
    }
  }
  if (call.isFiltered) tally.busiest.push({ rows, url: call.url })
}

/** Loaded tenants have no known key. */
async function giveKey(admin: Client, tenantId: string): Promise<string> {
  const key = generateApiKey()
  const { rows } = await admin.query<{ pepper: Buffer }>('select pepper from instance')
  const pepper = rows[0]?.pepper ?? Buffer.alloc(0)
  await admin.query(
    `insert into api_keys (tenant_id, id, digest, hint) values ($1, $2, $3, 'plan')`,
    [tenantId, uuidv7(), digestKey(pepper, key)],
  )
  return key
}
