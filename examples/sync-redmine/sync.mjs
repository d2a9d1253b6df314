// Connects a Redmine project, waits for the initial sync and prints the tasks. Needs Node.js 22 and no packages.
//   TASKS_URL=… TASKS_KEY=… REDMINE_URL=https://redmine.example.com REDMINE_PROJECT=support REDMINE_KEY=… node sync.mjs
import { setTimeout as sleep } from 'node:timers/promises'

const { TASKS_URL, TASKS_KEY, REDMINE_URL, REDMINE_PROJECT, REDMINE_KEY } = process.env
const MAX_SECONDS = 300

async function api(path, method = 'GET', body) {
  const headers = { 'X-API-Key': TASKS_KEY, 'Content-Type': 'application/json' }
  const response = await fetch(`${TASKS_URL}/api${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

const config = { url: REDMINE_URL, project: REDMINE_PROJECT }
const secrets = { api_key: REDMINE_KEY }

// Tests the connection in stages before anything is stored.
const check = await api('/integrations/check', 'POST', { provider: 'redmine', config, secrets })
if (!check.ok) {
  const { stage, detail, fix } = check.stages.find(({ state }) => state === 'failed')
  throw new Error(`${stage}: ${detail} ${fix ?? ''}`)
}

const { id } = await api('/integrations', 'POST', { provider: 'redmine', name: 'Redmine', config })
await api(`/integrations/${id}/credential`, 'PUT', { secrets })

const endMs = Date.now() + MAX_SECONDS * 1_000
for (;;) {
  const { data: tasks } = await api(`/tasks?integration=${id}&limit=100`)
  if (tasks.length >= check.total || tasks.length === 100) {
    for (const task of tasks.slice(0, 5)) console.log(`T-${task.number} ${task.title}`)
    console.log(`Synced ${tasks.length} issues`)
    break
  }
  if (Date.now() > endMs) throw new Error(`${tasks.length} of ${check.total} issues are synced`)
  await sleep(1_000)
}
