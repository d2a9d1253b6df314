// What the API cannot do for pictures: deliveries, sync runs, sign-ins and names as if the week had been real time.
import type { Client } from 'pg'
import { createRandom } from '../../../server/src/commands/demo/random.ts'
import { uuidAt, uuidOf } from '../../../tests/e2e/harness/connectors/past-jobs.ts'
import type { Stage } from '../../../tests/e2e/harness/stage.ts'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import type { DemoIntegrations } from './integrations.ts'
import type { DemoWebhooks } from './webhooks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type Demo = {
  webhooks: DemoWebhooks
  integrations: DemoIntegrations
  outage: Date
  timeZone: string
}

export async function backdate(stage: Stage, demo: Demo): Promise<void> {
  await withAdmin(stage.database.superuserUrl, async (admin) => {
    await moveDeliveries(admin)
    await nameWebhooks(admin, stage.receiver.url, demo)
    await addRuns(admin, demo.integrations)
    await nameWorkspace(admin, demo.timeZone)
  })
}

/** Each at the time of its event, with response times as over a network. */
async function moveDeliveries(admin: Client): Promise<void> {
  await admin.query(`
    update deliveries set created_at = event_at + interval '40 ms',
      attempted_at = event_at + interval '160 ms' + make_interval(secs => greatest(attempts - 1, 0)),
      duration_ms = 48 + (('x' || right(replace(id::text, '-', ''), 2))::bit(8)::int * attempts) / 3
    where attempted_at is not null`)
  await admin.query(`
    update deliveries set created_at = event_at + interval '40 ms' where attempted_at is null`)
  await admin.query(`
    update delivery_attempts set at = d.event_at + make_interval(secs => delivery_attempts.number)
    from deliveries d
    where d.tenant_id = delivery_attempts.tenant_id and d.id = delivery_attempts.delivery_id`)
}

async function nameWebhooks(
  admin: Client,
  from: string,
  { webhooks, outage }: Demo,
): Promise<void> {
  await admin.query(
    `update webhooks set url = replace(url, $1, 'https://hooks.quayside.example'),
       created_at = created_at - interval '41 days', updated_at = updated_at - interval '9 days'`,
    [from],
  )
  await admin.query('update webhooks set failing_since = $1 where id = $2', [
    outage,
    uuidOf(webhooks.ledger.id),
  ])
}

const RUNS = 32
const BETWEEN_MS = 15 * MINUTE_MS

/** Every quarter of an hour; one found the vendor unavailable. */
async function addRuns(admin: Client, integrations: DemoIntegrations): Promise<void> {
  const random = createRandom(7)
  const nowMs = Date.now()
  for (const { id } of [integrations.integration, integrations.github, integrations.redmine]) {
    for (let place = RUNS; place > 0; place--) {
      const startedMs = nowMs - place * BETWEEN_MS - random.below(MINUTE_MS)
      const isFailed = place === 11
      const changed = isFailed ? 0 : random.below(6)
      await admin.query(INSERT_RUN, [
        uuidAt(new Date(startedMs)),
        uuidOf(id),
        isFailed ? 'failed' : 'succeeded',
        new Date(startedMs),
        new Date(startedMs + 700 + random.below(4_000)),
        changed + random.below(5),
        changed,
        isFailed ? { kind: 'transient', message: 'The server returned 502 Bad Gateway.' } : null,
      ])
    }
  }
  const created = new Date(nowMs - 41 * 24 * HOUR_MS)
  await admin.query('update integrations set created_at = $1', [created])
}

const INSERT_RUN = `
  insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at,
    read_count, changed_count, error)
  select tenant_id, $1, id, 'pull', 'schedule', $3, $4, $5, $5, $6, $7, $8 from integrations where id = $2`

const people = [
  ['admin', 'Nora Lindqvist', 2],
  ['tom.okafor', 'Tom Okafor', 48],
  ['mei.tanaka', 'Mei Tanaka', 190],
  ['luis.romero', 'Luis Romero', 26 * 60],
] as const

async function nameWorkspace(admin: Client, timeZone: string): Promise<void> {
  await admin.query("update tenants set name = 'Quayside Freight', time_zone = $1", [timeZone])
  for (const [username, name, minutesAgo] of people) {
    await admin.query(
      `update users set name = $2, last_sign_in_at = $3, created_at = created_at - interval '41 days'
       where username = $1`,
      [username, name, new Date(Date.now() - minutesAgo * MINUTE_MS)],
    )
  }
}

/** Those who sign in besides the first user. */
export const usernames = people.map(([username]) => username).slice(1)
