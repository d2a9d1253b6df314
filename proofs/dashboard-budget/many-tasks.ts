// A tenant with very many tasks whose rows show everything a row can show, at rest.
import type { Stage } from '../../tests/e2e/harness/stage.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { until } from '../../tests/operate/until.ts'

const BATCH = 500
const SETTLE_MS = 300_000

const priorities = ['urgent', 'high', 'normal', 'low']
const statuses = ['ready', 'ready', 'ready', 'triage']
const people = ['customs-desk', 'dock-north', 'claims-desk', null]

export async function addManyTasks(stage: Stage, count: number): Promise<void> {
  for (let made = 0; made < count; made += BATCH) {
    const items = Array.from({ length: BATCH }, (_, index) => ({ create: taskAt(made + index) }))
    await stage.api('POST', '/tasks/bulk', { items })
  }
  await settle(stage)
}

function taskAt(number: number) {
  return {
    title: `Check container ${number} before the gate closes`,
    status: statuses[number % statuses.length],
    priority: priorities[number % priorities.length],
    labels: number % 3 === 0 ? ['customs'] : [],
    assignee: people[number % people.length],
    ...(number % 7 === 0 && { delegate: 'docs-agent' }),
    ...(number % 2 === 0 && {
      due_at: new Date(Date.now() + (number - 500) * 60_000).toISOString(),
    }),
    ...(number % 5 === 0 && { source: 'hubspot', external_id: `ticket-${number}` }),
  }
}

/** What follows a load of this size happens now instead of during the measurement: dispatching, and what autovacuum does. */
async function settle({ database }: Stage): Promise<void> {
  await withAdmin(database.superuserUrl, async (admin) => {
    await until(
      'all events are dispatched',
      async () => {
        const { rowCount } = await admin.query(
          `select 1 from dispatch_progress p, events e
           where e.xid >= pg_snapshot_xmin(p.done) and not pg_visible_in_snapshot(e.xid, p.done) limit 1`,
        )
        return rowCount === 0
      },
      SETTLE_MS,
    )
    await admin.query('vacuum (analyze)')
  })
}
