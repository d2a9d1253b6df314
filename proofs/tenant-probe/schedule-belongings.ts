// Templates and schedules of a tenant with a marked text in every field that takes text, and the keys they were made with.
import type { TenantClient } from './webhook-belongings.ts'

export async function furnishSchedule(
  { marker, post, get, note }: TenantClient,
  name: string,
): Promise<void> {
  const text = (field: string) => `${marker}-${field}-${name}`
  const task = {
    title: text('title'),
    description: text('description'),
    queue: text('queue'),
    labels: [text('label')],
    assignee: text('assignee'),
    delegate: text('delegate'),
    fields: { [text('fields')]: text('fields') },
  }
  const template = await post('/api/templates', { name: text('template'), task })
  await post('/api/templates', { name: text('other template'), task })
  note('tpl', template['id'])
  const rule = { frequency: 'daily', time: '09:00', time_zone: 'UTC' }
  const body = { name: text('schedule'), template_id: template['id'], rule }
  const schedule = await post('/api/schedules', body)
  note('sch', schedule['id'])
  const requests: [operation: string, path: string, body: object][] = [
    ['templates.create', '/api/templates', { name: 'probe', task: { title: 'probe' } }],
    ['templates.create_task', `/api/templates/${String(template['id'])}/tasks`, {}],
    ['schedules.create', '/api/schedules', body],
  ]
  for (const [operation, path, sent] of requests) {
    const key = `${marker}-${operation}-${name}`
    note(`Idempotency-Key of ${operation}`, key)
    await post(path, sent, { 'idempotency-key': key })
  }
  note('cursor of templates.list', (await get('/api/templates?limit=1'))['next_cursor'])
  note('cursor of schedules.list', (await get('/api/schedules?limit=1'))['next_cursor'])
}

/** Ids of all that, in the form clients see. */
export const scheduleIds = [
  ['tpl', 'task_templates'],
  ['sch', 'schedules'],
]
  .map(
    ([prefix, table]) =>
      `union all select '${prefix}_' || replace(id::text, '-', '') from ${table} where tenant_id = $1`,
  )
  .join('\n')
