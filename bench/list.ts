// Listing a page of 50 tasks over HTTP beside pgbench running the same query.
import type { Proof } from '../proofs/proof.ts'
import { captureStatements } from './lib/capture-statements.ts'
import { capturedScript } from './lib/captured-script.ts'
import { type CellPlan, CONNECTIONS, compareCell } from './lib/compare-cell.ts'
import { startEngine } from './lib/engine.ts'
import { writeReport } from './lib/report.ts'
import { type Cell, summarize } from './lib/side-by-side.ts'

const path = '/api/tasks?limit=50'

/** A page must be full, or small data sets would look fast. */
const LEAST_PER_TENANT = 60

const method = `Every request asks for the newest 50 tasks of a tenant; the answer is about 45 kB of JSON. pgbench runs
the statements that the service was seen to send for it (begin, tenant, query of 51 rows, commit), as the same role under
row-level security, prepared, in one pipeline, over the same TCP loopback, and throws the rows away. Both keep
${CONNECTIONS} connections busy and take turns in short rounds on one database; the ratio is the median of the rounds.`

const many = (tasks: number) => Math.min(1_000, Math.floor(tasks / LEAST_PER_TENANT))
const format = (count: number) => count.toLocaleString('en-US')

function plans(full: boolean): CellPlan[] {
  const rounds = full
    ? { count: 5, seconds: 5, warmUpSeconds: 3 }
    : { count: 3, seconds: 2, warmUpSeconds: 2 }
  const sizes = full
    ? [10_000, 1_000_000].flatMap((tasks) => [
        { tasks, tenants: 1 },
        { tasks, tenants: many(tasks) },
      ])
    : [
        { tasks: 10_000, tenants: 1 },
        { tasks: 60_000, tenants: many(60_000) },
      ]
  return sizes.map(({ tasks, tenants }) => ({
    name: `${tenants === 1 ? '1 tenant' : `${format(tenants)} tenants`}, ${format(tasks)} tasks`,
    request: { method: 'GET', path },
    tenants,
    tasks,
    rounds,
    reference: async (databaseUrl) =>
      capturedScript(await captureStatements(databaseUrl, path), tenants),
  }))
}

export const proof: Proof = {
  claim: `listing 50 tasks at ${CONNECTIONS} connections, as a ratio to pgbench running the same query`,
  hasControl: false,
  prove: async ({ full, log }) => {
    const engine = await startEngine()
    try {
      log(engine.description)
      const cells: Cell[] = []
      for (const plan of plans(full)) cells.push(await compareCell(engine, plan, log))
      if (full) {
        const title = 'List beside the bare engine'
        const rounds = '5 rounds of 5 s for each side and row of the table'
        const claim = 'How fast pages of tasks are listed, as a ratio to PostgreSQL alone.'
        writeReport({ name: 'list', title, claim, method, engine, rounds, cells })
      }
      return summarize(cells)
    } finally {
      await engine.cluster.stop()
    }
  },
}
