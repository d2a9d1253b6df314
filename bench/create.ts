// Creating tasks over HTTP beside pgbench writing the same rows: task, counter, event and audit entry, durably.
import type { Proof } from '../proofs/proof.ts'
import { withAdmin } from '../tests/harness/admin-client.ts'
import type { TestDatabase } from '../tests/harness/database.ts'
import { type CellPlan, CONNECTIONS, compareCell } from './lib/compare-cell.ts'
import { startEngine } from './lib/engine.ts'
import { writeReport } from './lib/report.ts'
import { type Cell, summarize } from './lib/side-by-side.ts'

const request: CellPlan['request'] = {
  method: 'POST',
  path: '/api/tasks',
  body: {
    title: 'Investigate payment webhook for the key account',
    description:
      'The customer reports that the page stays empty after the last step. It happens about twice a day and only with accounts created before spring.\n\nSteps: open the record, change the second field, save, reload. Expected: the new value is shown. Actual: the old value comes back.',
  },
}

const method = `Every request creates one task with a title and a description of 260 characters. pgbench runs the
statements that the service was seen to send for such a request (begin, tenant, counter, task, event, audit entry,
commit), in the same round trips, as the same role under row-level security, one transaction each, prepared, over the
same TCP loopback. Both keep ${CONNECTIONS} connections busy and take turns in short rounds on one database; the ratio
is the median of the rounds. Afterwards every task has its event and its audit entry.`

function plans(full: boolean): CellPlan[] {
  const rounds = full
    ? { count: 5, seconds: 5, warmUpSeconds: 3 }
    : { count: 3, seconds: 2, warmUpSeconds: 2 }
  return (full ? [10_000, 1_000_000] : [0]).flatMap((tasks) =>
    [1, 1_000].map((tenants) => ({
      name: `${tenants.toLocaleString('en-US')} ${tenants === 1 ? 'tenant' : 'tenants'}${tasks ? `, ${tasks.toLocaleString('en-US')} tasks` : ''}`,
      request,
      tenants,
      tasks,
      rounds,
      inspect: refuseLonelyTasks,
    })),
  )
}

/** Loaded tasks have neither, so the ones made here are told apart by their creator. */
async function refuseLonelyTasks(database: TestDatabase): Promise<void> {
  const counts = await withAdmin(database.superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ tasks: number; events: number; entries: number }>(`
      select (select count(*) from tasks where doc->'created_by'->>'id' <> 'load')::int as tasks,
        (select count(*) from events)::int as events,
        (select count(*) from audit_entries where action = 'task.created')::int as entries`)
    return rows[0]
  })
  if (!counts || counts.tasks !== counts.events || counts.tasks !== counts.entries) {
    throw new Error(`tasks, events and audit entries differ: ${JSON.stringify(counts)}`)
  }
}

export const proof: Proof = {
  claim: `creating a task at ${CONNECTIONS} connections, as a ratio to pgbench running the same statements`,
  hasControl: false,
  prove: async ({ full, log }) => {
    const engine = await startEngine()
    try {
      log(engine.description)
      const cells: Cell[] = []
      for (const plan of plans(full)) cells.push(await compareCell(engine, plan, log))
      if (full) {
        const title = 'Create beside the bare engine'
        const rounds = '5 rounds of 5 s for each side and row of the table'
        const claim = 'How fast tasks are created, as a ratio to PostgreSQL alone.'
        writeReport({ name: 'create', title, claim, method, engine, rounds, cells })
      }
      return summarize(cells)
    } finally {
      await engine.cluster.stop()
    }
  },
}
