// Creating tasks over HTTP compared with pgbench writing the same rows: task, counter, event and audit entry, durably.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { TestDatabase } from '../../tests/harness/database.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { type CellPlan, CONNECTIONS } from '../lib/compare-cell.ts'
import { compareWithPgbench } from '../lib/compare-with-pgbench.ts'
import { taskBody as body } from '../lib/task-body.ts'
import { createScript } from './create-script.ts'

const method = `Every request creates one task with a title and a description of 260 characters. pgbench writes the same rows
(counter, task, event, audit entry) with plain inserts, one transaction each, as the runtime role under row-level security,
prepared, in one round trip over the same TCP loopback. Both keep ${CONNECTIONS} connections busy and alternate in short
rounds on one database; the ratio is the median of the rounds. After the run, every task has its event and its audit entry.

Tasks of one tenant are numbered without gaps, so transactions of one tenant wait for each other. The row "reference without
counter" omits the counter from the reference, which then assigns no numbers.`

const GOAL = { ratio: 1, p99Ratio: 3 }

const format = (count: number) => count.toLocaleString('en-US')

function plans(full: boolean): CellPlan[] {
  const rounds = full
    ? { count: 5, seconds: 4, warmUpSeconds: 5 }
    : { count: 3, seconds: 2, warmUpSeconds: 2 }
  const references = [
    { tenants: 1, counter: true },
    { tenants: 1, counter: false },
    { tenants: 1_000, counter: true },
  ]
  return references.map(({ tenants, counter }) => ({
    name: [
      tenants === 1 ? '1 tenant' : `${format(tenants)} tenants`,
      ...(counter ? [] : ['reference without counter']),
    ].join(', '),
    request: { method: 'POST', path: '/api/tasks', body },
    tenants,
    tasks: 0,
    rounds,
    reference: ({ url }) => createScript({ databaseUrl: url, body, tenants, counter }),
    goal: GOAL,
    inspect: refuseLonelyTasks,
  }))
}

async function refuseLonelyTasks(database: TestDatabase): Promise<void> {
  const counts = await withAdmin(database.superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ tasks: number; events: number; entries: number }>(`
      select (select count(*) from tasks)::int as tasks,
        (select count(*) from events)::int as events,
        (select count(*) from audit_entries where action = 'task.created')::int as entries`)
    return rows[0]
  })
  if (!counts || counts.tasks !== counts.events || counts.tasks !== counts.entries) {
    throw new Error(`tasks, events and audit entries differ: ${JSON.stringify(counts)}`)
  }
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`plans` catches slow statements on every change; the ratio is reported only for releases',
  budgetSeconds: 90,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-create',
  covers: ['server/src/domains/tasks', 'server/src/db', 'server/src/http'],
  claim: `creating a task at ${CONNECTIONS} connections, as a ratio to pgbench writing the same rows`,
  hasControl: false,
  prove: compareWithPgbench({
    name: 'create',
    title: 'Create compared with pgbench',
    claim: 'Rate of creating tasks, as a ratio to PostgreSQL alone.',
    method,
    plans,
  }),
}
