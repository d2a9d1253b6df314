// Every operation on views, exports, custom fields, templates and schedules.
import type { Answered, SendCall } from './send-call.ts'

export async function sendViews(
  send: SendCall,
  post: (operation: string, url: string, payload: object) => Promise<Answered>,
): Promise<void> {
  const view = await post('views.create', '/api/views', { name: 'Plans' })
  await sendPagesOf(send, 'views.list', '/api/views')
  const url = `/api/views/${view.id}`
  await send({ operation: 'views.get', method: 'GET', url })
  await send({ operation: 'views.change', method: 'PATCH', url, payload: { position: 0 } })
  // As many as match: a day of them, by the statements of the list.
  const since = new Date(Date.now() - 86_400_000).toISOString()
  const file = `/api/tasks/export?view=${view.id}&column=number&column=field:points&created_since=${since}`
  await send({ operation: 'tasks.export', method: 'GET', url: file, isFiltered: true })
  await send({ operation: 'views.remove', method: 'DELETE', url })
}

/** A definition looks for tasks that have its key already, so it reads as many as there are. */
export async function sendFields(send: SendCall): Promise<void> {
  const choices = [{ label: 'High' }, { label: 'Low' }]
  const payload = { name: 'Plans', type: 'choice', choices }
  const path = '/api/fields'
  const field = await send({
    operation: 'fields.create',
    method: 'POST',
    url: path,
    payload,
    isFiltered: true,
  })
  const task = await send({
    operation: 'tasks.create',
    method: 'POST',
    url: '/api/tasks',
    payload: { title: 'a', fields: { plans: 'high' } },
  })
  const change = { fields: { plans: 'low' } }
  const target = `/api/tasks/${task.id}`
  await send({ operation: 'tasks.change', method: 'PATCH', url: target, payload: change })
  await send({ operation: 'tasks.remove', method: 'DELETE', url: target })
  await sendPagesOf(send, 'fields.list', path)
  const url = `${path}/${field.id}`
  await send({ operation: 'fields.get', method: 'GET', url })
  await send({ operation: 'fields.change', method: 'PATCH', url, payload: { position: 0 } })
  await send({ operation: 'fields.remove', method: 'DELETE', url, isFiltered: true })
}

export async function sendSchedules(
  send: SendCall,
  post: (operation: string, url: string, payload: object) => Promise<Answered>,
): Promise<void> {
  const body = { name: 'Plans', task: { title: 'Plans' } }
  const template = await post('templates.create', '/api/templates', body)
  // A list has a second page.
  const other = await send({
    operation: 'templates.create',
    method: 'POST',
    url: '/api/templates',
    payload: body,
  })
  await sendPagesOf(send, 'templates.list', '/api/templates')
  await send({
    operation: 'templates.remove',
    method: 'DELETE',
    url: `/api/templates/${other.id}`,
  })
  const at = `/api/templates/${template.id}`
  await send({ operation: 'templates.get', method: 'GET', url: at })
  await send({ operation: 'templates.change', method: 'PATCH', url: at, payload: { name: 'New' } })
  const tasks = `${at}/tasks`
  await send({ operation: 'templates.create_task', method: 'POST', url: tasks, payload: {} })
  const rule = { frequency: 'daily', time: '09:00' }
  const preview = '/api/schedules/preview'
  await send({ operation: 'schedules.preview', method: 'POST', url: preview, payload: rule })
  const payload = { name: 'Plans', template_id: template.id, rule }
  const schedule = await post('schedules.create', '/api/schedules', payload)
  const second = await send({
    operation: 'schedules.create',
    method: 'POST',
    url: '/api/schedules',
    payload,
  })
  await sendPagesOf(send, 'schedules.list', '/api/schedules')
  await send({
    operation: 'schedules.remove',
    method: 'DELETE',
    url: `/api/schedules/${second.id}`,
  })
  const url = `/api/schedules/${schedule.id}`
  await send({ operation: 'schedules.get', method: 'GET', url })
  await send({ operation: 'schedules.change', method: 'PATCH', url, payload: { name: 'New' } })
  for (const verb of ['pause', 'resume']) {
    await send({ operation: `schedules.${verb}`, method: 'POST', url: `${url}/${verb}` })
  }
  await send({ operation: 'schedules.remove', method: 'DELETE', url })
  await send({ operation: 'templates.remove', method: 'DELETE', url: at })
}

/** The first page of a list, and the next one. */
export async function sendPagesOf(send: SendCall, operation: string, url: string): Promise<void> {
  const first = await send({ operation, method: 'GET', url: `${url}?limit=1` })
  const cursor = encodeURIComponent(String(first.next_cursor))
  await send({ operation, method: 'GET', url: `${url}?limit=1&cursor=${cursor}` })
}
