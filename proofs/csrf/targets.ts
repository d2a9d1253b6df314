// What a foreign page could change: a task, and everything that belongs to it or to a person. Each target can be changed again and
// again, so that every combination of headers is tried on it.
import type { Pool } from 'pg'
import type { Person } from '../../tests/harness/dashboard/dashboard.ts'
import type { TestTenant } from '../../tests/harness/service.ts'
import { send } from '../../tests/operate/send.ts'
import type { Content } from './request-matrix.ts'

export type Target = {
  name: string
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Below `/ui/api`. */
  path: string
  content: Content
  body?: () => unknown
  /** After a change, so that the next one is visible. */
  restore?: () => Promise<void>
}

type Setting = { port: string; admin: Pool; ours: TestTenant; ada: Person }

/** As a program with a key. */
async function call({ port, ours }: Setting, path: string, body?: unknown): Promise<string> {
  const answer = await send(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { host: ours.host, 'x-api-key': ours.key },
    ...(body !== undefined && { body }),
  })
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  return String(answer.json()['id'])
}

export const makeTask = (setting: Setting): Promise<string> =>
  call(setting, '/tasks', { title: 'a task' })

const makeTemplate = (setting: Setting): Promise<string> =>
  call(setting, '/templates', { name: 'a', task: { title: 'a task' } })

/** It has no occurrence while the proof runs. */
export async function makeSchedule(setting: Setting): Promise<string> {
  const rule = { frequency: 'yearly', time: '09:00', time_zone: 'UTC', starts_on: '2090-01-01' }
  const template = await makeTemplate(setting)
  return call(setting, '/schedules', { name: 'a', template_id: template, rule })
}

let counter = 0
const next = () => ++counter

export async function listTargets(setting: Setting): Promise<Target[]> {
  const task = await makeTask(setting)
  const template = await makeTemplate(setting)
  return [
    ...(await taskTargets(setting)),
    ...(await fileTargets(setting, task)),
    importTarget(setting),
    ...(await inboxTargets(setting, task)),
    ...(await scheduleTargets(setting)),
    {
      name: 'comment',
      method: 'POST',
      path: `/tasks/${task}/comments`,
      content: 'json',
      body: () => ({ body: `@[ada](user:${setting.ada.id}) ${next()}` }),
    },
    {
      name: 'field',
      method: 'POST',
      path: '/fields',
      content: 'json',
      body: () => ({ name: `Field ${next()}`, type: 'url' }),
    },
    {
      name: 'template',
      method: 'PATCH',
      path: `/templates/${template}`,
      content: 'json',
      body: () => ({ name: `Template ${next()}` }),
    },
  ]
}

const newTitle = () => ({ title: `title ${next()}` })

async function taskTargets(setting: Setting): Promise<Target[]> {
  const removed: Target = {
    name: 'deleted task',
    method: 'DELETE',
    path: `/tasks/${await makeTask(setting)}`,
    content: 'none',
    restore: async () => void (removed.path = `/tasks/${await makeTask(setting)}`),
  }
  const path = `/tasks/${await makeTask(setting)}`
  return [
    { name: 'task', method: 'POST', path: '/tasks', content: 'json', body: newTitle },
    { name: 'changed task', method: 'PATCH', path, content: 'json', body: newTitle },
    removed,
  ]
}

function importTarget({ admin }: Setting): Target {
  return {
    name: 'import',
    method: 'POST',
    path: '/imports?name=a.csv',
    content: 'file',
    body: () => 'title\na\n',
    restore: async () => void (await admin.query('delete from imports')),
  }
}

async function fileTargets(setting: Setting, task: string): Promise<Target[]> {
  const path = `/tasks/${task}/attachments`
  const attach = () => call(setting, `${path}?name=a.txt`, 'a file')
  const clear = async () => {
    await setting.admin.query('delete from attachments')
  }
  const removed: Target = {
    name: 'deleted file',
    method: 'DELETE',
    path: `${path}/${await attach()}`,
    content: 'none',
    restore: async () => void (removed.path = `${path}/${await attach()}`),
  }
  // Deleted first: the other one clears the files.
  return [
    removed,
    {
      name: 'file',
      method: 'POST',
      path: `${path}?name=b.html`,
      content: 'file',
      body: () => '<script>alert(1)</script>',
      restore: clear,
    },
  ]
}

/** An item that the person has not read. */
async function inboxTargets({ admin, ours, ada }: Setting, task: string): Promise<Target[]> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into notifications (tenant_id, user_id, id, kind, task_id, cause, created_at, shows_at)
     select $1, id, gen_random_uuid(), 'assignment', $3::uuid, 'assignment:probe', now(), now()
     from users where tenant_id = $1 and username = $2
     returning replace(id::text, '-', '') as id`,
    [ours.id, ada.username, task.replace('tsk_', '')],
  )
  const restore = async () => {
    await admin.query('update notifications set read_at = null, done_at = null')
  }
  const content = 'json'
  return [
    { name: 'inbox', method: 'POST', path: '/inbox/read-all', content, body: () => ({}), restore },
    {
      name: 'inbox item',
      method: 'PATCH',
      path: `/inbox/ntf_${rows[0]?.id}`,
      content,
      body: () => ({ done: true }),
      restore,
    },
  ]
}

async function scheduleTargets(setting: Setting): Promise<Target[]> {
  const path = `/schedules/${await makeSchedule(setting)}`
  return [
    {
      name: 'paused schedule',
      method: 'POST',
      path: `${path}/pause`,
      content: 'none',
      restore: async () => void (await call(setting, `${path}/resume`)),
    },
  ]
}
