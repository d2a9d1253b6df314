// Claiming tasks over HTTP compared with pgbench claiming in PostgreSQL, and beside a transaction that holds a snapshot.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import {
  createAgent,
  createAgentClient,
  createTasks,
} from '../../tests/harness/work/agent-client.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { CONNECTIONS } from '../lib/compare-cell.ts'
import { type Engine, startEngine } from '../lib/engine.ts'
import { runPgbench } from '../lib/pgbench.ts'
import { writeReport } from '../lib/report.ts'
import { startServiceProcess } from '../lib/service-process.ts'
import { type Cell, compareSides, type Rounds, summarize } from '../lib/side-by-side.ts'
import { taskBody } from '../lib/task-body.ts'
import { sendRequests } from '../lib/wrk.ts'
import { type Backlog, openBacklog } from './backlog.ts'
import { bareClaim, wholeClaim } from './claim-scripts.ts'

const method = `Every request claims one task of one tenant with the token of an agent. Enough tasks wait in every round; they are
put back between the rounds. The service runs without a worker, so that it only claims. pgbench claims with one prepared
statement per task, as the runtime role, over the same TCP loopback:

- whole claim: removes the queue entry, reads the task, and writes run, event and audit entry under row-level security.
- bare claim: sets the state of one row in a table of three columns, and nothing else.

Both keep ${CONNECTIONS} connections busy and alternate in short rounds on one database; the ratio is the median of the rounds.

In the last row, another transaction holds a snapshot while the service claims, so that nothing it deletes can be vacuumed. The
columns of pgbench are those of the service without such a transaction.`

const AGENT = 'bench'
/** More than one process claims per second. */
const MOST_PER_SECOND = 8_000
/** Rates are of slightly more time than was asked for. */
const LEAST_STORED = 0.95
const GOALS = { whole: { ratio: 1 }, bare: { ratio: 0.8 }, snapshot: { ratio: 0.7 } }

type Size = { rounds: Rounds; snapshot: Rounds }

const ciSize: Size = {
  rounds: { count: 3, seconds: 2, warmUpSeconds: 2 },
  snapshot: { count: 1, seconds: 6, warmUpSeconds: 1 },
}
const fullSize: Size = {
  rounds: { count: 5, seconds: 4, warmUpSeconds: 5 },
  snapshot: { count: 1, seconds: 60, warmUpSeconds: 1 },
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`claims` runs the same code on every change; the ratio is reported only for releases',
  budgetSeconds: 120,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-claim',
  covers: ['server/src/domains/claims', 'server/src/db', 'server/src/http'],
  claim: `claiming a task at ${CONNECTIONS} connections, as a ratio to pgbench claiming in the same tables and in a narrow one, and beside a transaction that holds a snapshot`,
  hasControl: false,
  async prove(options): Promise<Verdict> {
    const engine = await startEngine()
    try {
      options.log(engine.description)
      const database = await createDatabase({ cluster: engine.cluster })
      const size = options.full ? fullSize : ciSize
      const cells = await withAdmin(database.superuserUrl, (admin) =>
        measure({ engine, database, admin, size }, options),
      )
      if (options.full) report(engine, cells)
      return summarize(cells, options)
    } finally {
      await engine.cluster.stop()
    }
  },
}

type Scene = { engine: Engine; database: TestDatabase; admin: Client; size: Size }

async function measure(scene: Scene, { log }: ProofOptions): Promise<Cell[]> {
  const { rounds, snapshot } = scene.size
  return withSides(scene, async ({ claim, claimBesideSnapshot, whole, bare }) => {
    const name = `a snapshot held for ${snapshot.seconds} s`
    const sides = { service: claimBesideSnapshot, engine: claim }
    return [
      {
        ...(await compareSides('whole claim', { service: claim, engine: whole }, rounds, log)),
        goal: GOALS.whole,
      },
      {
        ...(await compareSides('bare claim', { service: claim, engine: bare }, rounds, log)),
        goal: GOALS.bare,
      },
      {
        ...(await compareSides(name, sides, snapshot, log)),
        goal: GOALS.snapshot,
        reference: 'without it',
      },
    ]
  })
}

type Side = (seconds: number) => Promise<Measurement>

async function withSides<T>(
  { engine, database, admin, size }: Scene,
  use: (sides: Record<'claim' | 'claimBesideSnapshot' | 'whole' | 'bare', Side>) => Promise<T>,
): Promise<T> {
  const [tenant] = await provisionTenants(database.superuserUrl, 1)
  if (!tenant) throw new Error('there is no tenant')
  const directory = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
  const args = ['--role', 'api']
  const service = await startServiceProcess({ databaseUrl: database.url, directory, args })
  try {
    const { token, run } = await claimFirst(service.url, tenant)
    const backlog = await openBacklog(admin, MOST_PER_SECOND * size.snapshot.seconds)
    const target = { url: service.url, tenant, token, directory, backlog }
    const load = {
      cluster: engine.cluster,
      databaseUrl: database.url,
      clients: CONNECTIONS,
      directory,
    }
    return await use({
      claim: (seconds) => claimOverHttp(target, seconds),
      claimBesideSnapshot: (seconds) =>
        claimOverHttp(target, seconds, (work) => withSnapshot(database.superuserUrl, work)),
      async whole(seconds) {
        await backlog.refill(MOST_PER_SECOND * seconds)
        const script = wholeClaim({ run, agent: AGENT })
        const result = await runPgbench({ ...load, script }, seconds)
        // A short round may end before its first transaction does.
        await backlog.check(0)
        return result
      },
      async bare(seconds) {
        await backlog.refillNarrow(2 * MOST_PER_SECOND * seconds)
        return runPgbench({ ...load, script: bareClaim }, seconds)
      },
    })
  } finally {
    await service.stop()
    rmSync(directory, { recursive: true })
  }
}

/** An agent, the task that all others are copies of, and a run as the service stores it. */
async function claimFirst(
  url: string,
  { key, host }: BenchTenant,
): Promise<{ token: string; run: string }> {
  const owner = { url, apiKey: key, host }
  const token = await createAgent(owner, { name: AGENT })
  await createTasks(owner, [taskBody])
  const caller = createApiCaller(1)
  try {
    const [claimed] = await createAgentClient(caller, { url, host, token }).claim({})
    if (!claimed) throw new Error('the task cannot be claimed')
    return { token, run: JSON.stringify(claimed.run) }
  } finally {
    caller.close()
  }
}

type Target = {
  url: string
  tenant: BenchTenant
  token: string
  directory: string
  backlog: Backlog
}

async function claimOverHttp(
  { url, tenant, token, directory, backlog }: Target,
  seconds: number,
  around: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<Measurement> {
  await backlog.refill(MOST_PER_SECOND * seconds)
  const headers = { Host: tenant.host, Authorization: `Bearer ${token}` }
  const load = {
    url,
    request: { method: 'POST' as const, body: { max: 1 } },
    variants: [{ path: '/agent/tasks/claim', headers }],
    connections: CONNECTIONS,
    directory,
  }
  const result = await around(() => sendRequests(load, seconds))
  await backlog.check(Math.floor(result.perSecond * seconds * LEAST_STORED))
  return result
}

async function withSnapshot<T>(superuserUrl: string, work: () => Promise<T>): Promise<T> {
  return withAdmin(superuserUrl, async (session) => {
    await session.query('begin isolation level repeatable read')
    // The first statement takes the snapshot.
    await session.query('select 1')
    return work()
  })
}

function report(engine: Engine, cells: readonly Cell[]): void {
  const { rounds, snapshot } = fullSize
  writeReport({
    name: 'claim',
    title: 'Claim compared with pgbench',
    claim: 'Rate of claiming tasks, as a ratio to PostgreSQL alone.',
    method,
    engine,
    rounds: `${rounds.count} rounds of ${rounds.seconds} s for each side and row of the table, ${snapshot.count} of ${snapshot.seconds} s in the last row`,
    cells,
  })
}
