// The examples that end by themselves, run as their pages say, against one service.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { AgentTokenWithSecret, Task } from '@task-service/contract'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'examples-'))
let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
})

after(async () => {
  await service.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function api<T>(path: string, body?: object): Promise<T> {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${service.url}/api${path}`, { headers, ...sent })
  assert.ok(response.ok, `${path}: ${response.status}`)
  return response.json() as Promise<T> // the caller names the type
}

async function run(command: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', command], {
    cwd: root,
    env: { PATH: process.env['PATH'], TASKS_URL: service.url, TASKS_KEY: service.apiKey, ...env },
  })
  return stdout
}

describe('create-task', () => {
  for (const [index, command] of [
    'examples/create-task/create.sh',
    'node examples/create-task/create.mjs',
    'python3 examples/create-task/create.py',
  ].entries()) {
    test(command, async () => {
      assert.match(await run(command), /^Created tsk_[0-9a-f]{32}, once\n$/)
      const { data } = await api<{ data: Task[] }>('/tasks?queue=garden')
      assert.equal(data.length, index + 1)
    })

    test(`control: ${command} fails with a wrong key`, async () => {
      await assert.rejects(run(command, { TASKS_KEY: 'wrong' }))
    })
  }
})

test('mcp-client claims a task and completes it, and fails when the queue is empty', async () => {
  await api('/agents', { name: 'example', queues: ['example'] })
  const { token } = await api<AgentTokenWithSecret>('/agents/example/tokens', {})
  const task = await api<Task>('/tasks', { title: 'Water the plants', queue: 'example' })
  const env = { AGENT_TOKEN: token ?? '' }
  const printed = await run('node examples/mcp-client/client.mjs', env)
  assert.match(printed, new RegExp(`Claimed T-${task.number}\nT-${task.number} is completed\n$`))
  assert.deepEqual((await api<Task>(`/tasks/${task.id}`)).result, { liters: 3 })
  await assert.rejects(run('node examples/mcp-client/client.mjs', env), /The queue is empty/)
})

test('nightly-export writes a complete file, and none when it fails', async () => {
  await run(`examples/nightly-export/export.sh ${folder}`)
  const [name = ''] = readdirSync(folder)
  assert.match(name, /^completed-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(readFileSync(join(folder, name), 'utf8'), /^.?number,title,queue,completed_at/)
  rmSync(join(folder, name))
  const failing = run(`examples/nightly-export/export.sh ${folder}`, { TASKS_KEY: 'wrong' })
  await assert.rejects(failing)
  assert.deepEqual(readdirSync(folder), [])
})

test('every example has a page, and the list names it', () => {
  const list = readFileSync(join(root, 'examples/README.md'), 'utf8')
  for (const entry of readdirSync(join(root, 'examples'), { withFileTypes: true })) {
    if (entry.isDirectory()) assert.ok(list.includes(`(${entry.name}/README.md)`), entry.name)
  }
})
