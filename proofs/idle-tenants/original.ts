// The tenant that the others are copies of, set up as customers do: open tasks with due dates, a schedule, an agent, a paused
// integration and a webhook. Nothing of it is due during the measurement.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'

const TASKS = 20
const DAY_MS = 24 * 60 * 60_000

export async function setUpOriginal(
  url: string,
  superuserUrl: string,
  tenant: BenchTenant,
): Promise<void> {
  const caller = createApiCaller(4)
  try {
    await fill((method, path, body) => callAs(caller, tenant, { method, url: url + path, body }))
  } finally {
    caller.close()
  }
  await pauseIntegration(superuserUrl, tenant)
}

/** Created as a row: the API would first start a process of the plugin. */
async function pauseIntegration(superuserUrl: string, tenant: BenchTenant): Promise<void> {
  await withAdmin(superuserUrl, (admin) =>
    admin.query(
      `insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, paused, next_pull_at, created_by,
         created_at, updated_at)
       values ($1, gen_random_uuid(), 'redmine', 'Tracker', '{}', 300, true, now(), 'system:test', now(), now())`,
      [tenant.id],
    ),
  )
}

type Ask = (method: string, path: string, body: object) => Promise<{ id: string }>

async function fill(ask: Ask): Promise<void> {
  for (let number = 1; number <= TASKS; number++) {
    const dueAt = new Date(Date.now() + (7 + number) * DAY_MS).toISOString()
    await ask('POST', '/api/tasks', { title: `Call customer ${number}`, due_at: dueAt })
  }
  const task = { title: 'Write the report' }
  const template = await ask('POST', '/api/templates', { name: 'Report', task })
  const rule = { frequency: 'weekly', weekdays: [nextWeekday()], time: '09:00', time_zone: 'UTC' }
  const schedule = { name: 'Every week', template_id: template.id, rule }
  await ask('POST', '/api/schedules', schedule)
  await ask('POST', '/api/agents', { name: 'assistant' })
  // For events that never happen: nothing is to be sent.
  await ask('POST', '/api/webhooks', {
    url: 'https://93.184.215.14/hook',
    event_types: ['task.deleted'],
  })
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Not due today or tomorrow. */
const nextWeekday = () => WEEKDAYS[(new Date().getUTCDay() + 3) % WEEKDAYS.length]

async function callAs(
  caller: ApiCaller,
  tenant: BenchTenant,
  { method, url, body }: { method: string; url: string; body: object },
): Promise<{ id: string }> {
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  const answer = await caller.call(url, { method, headers, body })
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as { id: string } // every object of the API has one
}
