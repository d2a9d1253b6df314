// Reading one task by its ID over HTTP, compared with pgbench running the same query.
import { encodeId } from '../../server/src/lib/ids.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { captureStatements } from '../lib/capture-statements.ts'
import { capturedScript } from '../lib/captured-script.ts'
import { type CellPlan, CONNECTIONS, callerHeaders } from '../lib/compare-cell.ts'
import { compareWithPgbench } from '../lib/compare-with-pgbench.ts'

const method = `Every request reads one of 1,000 randomly chosen tasks, about 1 kB of JSON. pgbench runs the captured statements of
the service (tenant, query by primary key) for tasks chosen in the same way, as the same role under row-level security,
prepared, in one pipeline, over the same TCP loopback. Both keep ${CONNECTIONS} connections busy and alternate in short
rounds on one database; the ratio is the median of the rounds.`

const GOAL = { ratio: 0.5 }
const MARKED = 1_000
const MARKED_ID = '01930000-0000-7000-8000-'

const markedId = (rank: number) => MARKED_ID + String(rank).padStart(12, '0')

/** Tasks whose ids pgbench can compute: many of one tenant, or one of each. */
async function markTasks(superuserUrl: string, tenants: number): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    await admin.query(`
      create temp table marked as
      select t.*, row_number() over (order by t.tenant_id, t.id) as rank from (
        select *, row_number() over (partition by tenant_id order by id) as place from tasks) t
      where place <= ${tenants === 1 ? MARKED : 1}`)
    await admin.query(`
      update marked set number = number + 1000000000, source = null, external_id = null, id =
        ('${MARKED_ID}' || lpad(${tenants === 1 ? 'rank::text' : 'right(tenant_id::text, 12)'}, 12, '0'))::uuid`)
    await admin.query('alter table marked drop column rank, drop column place')
    await admin.query('insert into tasks select * from marked')
    await admin.query('analyze tasks')
  })
}

function plans(full: boolean): CellPlan[] {
  const rounds = full
    ? { count: 11, seconds: 2, warmUpSeconds: 5 }
    : { count: 3, seconds: 2, warmUpSeconds: 3 }
  const tasks = 60_000
  return [1, MARKED].map((tenants) => ({
    name: `${tenants === 1 ? '1 tenant' : `${tenants.toLocaleString('en-US')} tenants`}, ${tasks.toLocaleString('en-US')} tasks`,
    goal: GOAL,
    request: { method: 'GET', path: '/api/tasks' },
    tenants,
    tasks,
    rounds,
    reference: async (database) => {
      await markTasks(database.superuserUrl, tenants)
      const path = `/api/tasks/${encodeId('task', markedId(1))}`
      const rank = tenants === 1 ? `random(1, ${MARKED})` : ':t'
      return capturedScript(await captureStatements(database.url, path), tenants, {
        lines: [`\\set k ${rank}`],
        values: { [markedId(1)]: `('${MARKED_ID}' || lpad(:k::text, 12, '0'))::uuid` },
      })
    },
    variantsOf: async (_ask, callers) =>
      Array.from({ length: MARKED }, (_, index) => ({
        path: `/api/tasks/${encodeId('task', markedId(index + 1))}`,
        headers: callerHeaders(callers[index % callers.length] as BenchTenant), // there is at least one
      })),
  }))
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`plans` catches slow statements on every change; the ratio is reported only for releases',
  budgetSeconds: 90,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-get',
  covers: ['server/src/domains/tasks', 'server/src/db', 'server/src/http'],
  claim: `reading a task by its ID at ${CONNECTIONS} connections, as a ratio to pgbench running the same query`,
  hasControl: false,
  prove: compareWithPgbench({
    name: 'get',
    title: 'Get compared with pgbench',
    claim: 'Rate of reading single tasks, as a ratio to PostgreSQL alone.',
    method,
    plans,
  }),
}
