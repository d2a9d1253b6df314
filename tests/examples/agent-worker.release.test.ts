// The workers of the guide against a running service: they complete tasks, wait for approval and release on SIGTERM.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AgentTokenWithSecret, Question, Run, Task } from '@task-service/contract'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import {
  startWorkerExample,
  type WorkerExample,
  type WorkerLanguage,
} from '../harness/work/worker-example.ts'
import { until } from '../operate/until.ts'

/** An answer is found with the next heartbeat, and a lease of a worker that is gone ends after 15 s. */
const DEADLINE_MS = 60_000

let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
})

after(async () => {
  await service.stop()
  await database.drop()
})

async function api<T>(path: string, body?: object): Promise<T> {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${service.url}/api${path}`, { headers, ...sent })
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`)
  return response.json() as Promise<T> // the caller names the type
}

async function createAgent(name: string): Promise<string> {
  await api('/agents', { name, queues: [name] })
  const { token } = await api<AgentTokenWithSecret>(`/agents/${name}/tokens`, {})
  return token ?? ''
}

const createTask = (queue: string, input: object) =>
  api<Task>('/tasks', { title: 'Refund order 1881', queue, input: { order: '1881', ...input } })

const untilStatus = (id: string, status: Task['status']) =>
  until(
    `${id} is ${status}`,
    async () => {
      const task = await api<Task>(`/tasks/${id}`)
      return task.status === status && task
    },
    DEADLINE_MS,
  )

async function approve(task: Task): Promise<void> {
  await untilStatus(task.id, 'input_required')
  const { data } = await api<{ data: Question[] }>(`/questions?task=${task.id}&state=open`)
  assert.equal(data[0]?.prompt, 'Refund 250 for order 1881?')
  await api(`/questions/${data[0]?.id}/answer`, { answer: true })
}

// Both at the same time: they wait for heartbeats and leases, which take seconds.
describe('the workers', { concurrency: true }, () => {
  for (const language of ['node', 'python'] as const satisfies WorkerLanguage[]) {
    describe(`the worker in ${language}`, { concurrency: 1 }, () => {
      const running: WorkerExample[] = []
      let token: string
      const start = (stepSeconds: number) => {
        const worker = startWorkerExample(language, { url: service.url, token, stepSeconds })
        running.push(worker)
        return worker
      }
      before(async () => {
        token = await createAgent(language)
      })
      after(() => Promise.all(running.map((worker) => worker.stop())))

      test('completes tasks, fails invalid ones and continues after approval', async () => {
        const [small, invalid, large] = [
          await createTask(language, { amount: 20 }),
          await createTask(language, {}),
          await createTask(language, { amount: 250 }),
        ]
        const worker = start(0.01)
        const steps = ['check', 'pay', 'notify']
        const completed = await untilStatus(small.id, 'completed')
        assert.deepEqual(completed.result, { approved: null, steps })
        assert.equal(completed.delegate, language)
        await untilStatus(invalid.id, 'failed')
        await approve(large)
        assert.deepEqual((await untilStatus(large.id, 'completed')).result, {
          approved: true,
          steps,
        })
        assert.equal(await worker.stop(), 0)
      })

      test('continues after approval in another process', async () => {
        const task = await createTask(language, { amount: 250 })
        const first = start(0.01)
        await untilStatus(task.id, 'input_required')
        assert.equal(await first.stop(), 0)
        assert.deepEqual(first.lines, [`T-${task.number} left parked`])
        await approve(task)
        const second = start(0.01)
        const { result } = await untilStatus(task.id, 'completed')
        assert.deepEqual(result, { approved: true, steps: ['check', 'pay', 'notify'] })
        assert.equal(await second.stop(), 0)
      })

      test('releases its task on SIGTERM', async () => {
        const task = await createTask(language, { amount: 20 })
        const worker = start(600)
        await untilStatus(task.id, 'in_progress')
        assert.equal(await worker.stop(), 0)
        assert.deepEqual(worker.lines, [`T-${task.number} released`])
        const { data } = await api<{ data: Run[] }>(`/runs?task=${task.id}`)
        assert.equal(data[0]?.state, 'released')
        assert.match(data[0]?.handoff ?? '', /^Stopped early: /)
        const released = await api<Task>(`/tasks/${task.id}`)
        assert.deepEqual([released.status, released.delegate], ['ready', null])
        await api(`/tasks/${task.id}/transitions`, { to: 'canceled' })
      })

      test('stops when someone stops the run', async () => {
        const task = await createTask(language, { amount: 20 })
        const worker = start(600)
        await untilStatus(task.id, 'in_progress')
        const { data } = await api<{ data: Run[] }>(`/runs?task=${task.id}`)
        await api(`/runs/${data[0]?.id}/cancel`, {})
        await until('it released the task', () => worker.lines.length > 0, DEADLINE_MS)
        assert.deepEqual(worker.lines, [`T-${task.number} released`])
        assert.equal((await api<Task>(`/tasks/${task.id}`)).status, 'in_progress')
        assert.equal(await worker.stop(), 0)
      })
    })
  }
})
