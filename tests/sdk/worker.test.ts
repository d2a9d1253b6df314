// The worker of the SDK against the real service: checkpoints, questions, cancellation, lost leases and draining.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Run,
  TaskFailure,
  type TaskHandler,
  TaskRelease,
  TaskService,
  type WorkerResult,
} from '@task-service/sdk'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { until as untilSoon } from '../operate/until.ts'

/** A busy machine takes long to send heartbeats. */
const until: typeof untilSoon = (what, ask) => untilSoon(what, ask, 60_000)

let database: TestDatabase
let service: Service
let client: TaskService

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
  client = new TaskService({ url: service.url, apiKey: service.apiKey })
})

after(async () => {
  // Those of a test that failed would never end.
  for (const worker of workers) worker.abort()
  await service.stop()
  await database.drop()
})

const workers: AbortController[] = []

type Started = {
  results: WorkerResult[]
  /** IDs of the tasks that its handler has got. */
  begun: string[]
  /** As a process would at SIGTERM. */
  stop: () => Promise<void>
}

/** An agent of its own with a queue of its own, so that tests do not take each other's tasks. */
async function startWorker(
  agent: string,
  handler: TaskHandler,
  options: { drainMs?: number } = {},
): Promise<Started> {
  await client.agents.create({ name: agent, queues: [agent] })
  const { token } = await client.agentTokens.create(agent)
  const results: WorkerResult[] = []
  const begun: string[] = []
  const stopping = new AbortController()
  workers.push(stopping)
  const worker = new TaskService({ url: service.url, agentToken: token }).worker({
    handler(task, run) {
      begun.push(task.id)
      return handler(task, run)
    },
    // The shortest, so that the heartbeats are sent during the test.
    leaseSeconds: 15,
    waitSeconds: 5,
    // A busy machine answers late.
    claimGraceMs: 10_000,
    signal: stopping.signal,
    onResult: (result) => void results.push(result),
    ...options,
  })
  const running = worker.run()
  return {
    results,
    begun,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const untilAborted = (signal: AbortSignal) => sleep(60_000, undefined, { signal })

async function findRun(task: string): Promise<Run> {
  const [run] = (await client.runs.list({ task })).data
  assert.ok(run)
  return run
}

/** States of the runs of a task that was created shortly before its worker is stopped. */
async function stopAfter(pauseMs: number): Promise<Run['state'][]> {
  const agent = `stopped-${pauseMs}`
  const worker = await startWorker(agent, (_, run) => untilAborted(run.signal), { drainMs: 0 })
  const task = await client.tasks.create({ title: 'Stopped', queue: agent })
  await sleep(pauseMs)
  await worker.stop()
  const { data } = await client.runs.list({ task: task.id })
  return data.map(({ state }) => state)
}

// They wait for heartbeats, which takes seconds.
describe('the worker', { concurrency: true }, () => {
  test('continues at the checkpoint after a failed attempt', async () => {
    const worker = await startWorker('checkpoints', async ({ input }, run) => {
      const { done = 0 } = (run.resume.checkpoint ?? {}) as { done?: number } // saved below
      await run.progress('Working', 50)
      if (run.attempt > 1) return { input, done, attempt: run.attempt }
      await run.checkpoint({ done: done + 3 })
      throw new TaskFailure('The payment provider is not available', { retryAfterSeconds: 0 })
    })
    const task = await client.tasks.create({ title: 'Pay', queue: 'checkpoints', input: { a: 1 } })
    await until('it is completed', () => worker.results.length >= 2)
    assert.deepEqual(
      worker.results.map(({ outcome }) => outcome),
      ['failed', 'completed'],
    )
    const { status, result } = await client.tasks.get(task.id)
    assert.deepEqual(
      { status, result },
      {
        status: 'completed',
        result: { input: { a: 1 }, done: 3, attempt: 2 },
      },
    )
    await worker.stop()
  })

  test('asks a person once, and acknowledges the answer with the checkpoint', async () => {
    const worker = await startWorker('questions', async (_, run) => {
      const { answer } = await run.ask({ kind: 'confirmation', prompt: 'Refund 250?' })
      if (run.attempt === 1) throw new TaskRelease({ handoff: 'It is answered' })
      await run.checkpoint({ approved: answer })
      const { answers } = await run.report({})
      return { approved: answer, pending: answers.length, handoff: run.resume.handoff }
    })
    const task = await client.tasks.create({ title: 'Refund', queue: 'questions' })
    const [question] = await until('it asks', async () => {
      const { data } = await client.questions.list({ task: task.id, state: ['open'] })
      return data.length > 0 && data
    })
    await client.questions.answer(question?.id ?? '', { answer: true })
    await until('it is completed', () => worker.results.length >= 2)
    assert.deepEqual((await client.tasks.get(task.id)).result, {
      approved: true,
      pending: 0,
      handoff: 'It is answered',
    })
    assert.equal((await client.questions.list({ task: task.id })).data.length, 1)
    await worker.stop()
  })

  test('leaves a parked run as it is when it is stopped', async () => {
    const question = { kind: 'confirmation', prompt: 'Continue?' } as const
    const worker = await startWorker('parked', (_, run) => run.ask(question), { drainMs: 0 })
    const task = await client.tasks.create({ title: 'Wait', queue: 'parked' })
    await until('it is parked', async () => {
      const { data } = await client.runs.list({ task: task.id, state: ['parked'] })
      return data.length > 0
    })
    await worker.stop()
    assert.deepEqual(
      worker.results.map(({ outcome }) => outcome),
      ['parked'],
    )
  })

  test('aborts the handler when someone stops the run, told by a heartbeat in the background', async () => {
    const worker = await startWorker('cancellation', async (_, run) => untilAborted(run.signal))
    const task = await client.tasks.create({ title: 'Long', queue: 'cancellation' })
    const { id } = await until('it is claimed', async () => {
      const { data } = await client.runs.list({ task: task.id })
      return data[0]
    })
    await client.runs.cancel(id)
    await until('it has ended', () => worker.results.length >= 1)
    assert.equal(worker.results[0]?.outcome, 'released')
    assert.equal((await findRun(task.id)).state, 'canceled')
    await worker.stop()
  })

  test('discards the result of a run whose lease is lost', async () => {
    const { promise: moved, resolve: move } = Promise.withResolvers<string>()
    const worker = await startWorker('losing', () => moved)
    const task = await client.tasks.create({ title: 'Moved', queue: 'losing' })
    await until('it has begun', () => worker.begun.includes(task.id))
    await client.tasks.update(task.id, { status: 'canceled' })
    move('late')
    await until('it has ended', () => worker.results.length >= 1)
    assert.equal(worker.results[0]?.outcome, 'lost')
    assert.equal((await client.tasks.get(task.id)).result, null)
    await worker.stop()
  })

  test('lets the running task finish when it is stopped, and claims no other', async () => {
    const worker = await startWorker('draining', async () => {
      await sleep(500)
      return 'done'
    })
    const [first, second] = [
      await client.tasks.create({ title: 'First', queue: 'draining' }),
      await client.tasks.create({ title: 'Second', queue: 'draining' }),
    ]
    await until('it has begun', () => worker.begun.includes(first.id))
    await worker.stop()
    assert.deepEqual(
      worker.results.map(({ outcome }) => outcome),
      ['completed'],
    )
    assert.equal((await client.tasks.get(second.id)).status, 'ready')
  })

  test('releases a task that does not finish in time', async () => {
    const worker = await startWorker('releasing', (_, run) => untilAborted(run.signal), {
      drainMs: 50,
    })
    const task = await client.tasks.create({ title: 'Slow', queue: 'releasing' })
    await until('it has begun', () => worker.begun.includes(task.id))
    await worker.stop()
    const { state, handoff } = await findRun(task.id)
    assert.deepEqual([state, handoff], ['released', 'Stopped early: The worker was stopped'])
  })

  test('leaves no task claimed when it is stopped while it claims', async () => {
    const states = (await Promise.all([0, 1, 2, 5, 10, 20, 40].map(stopAfter))).flat()
    assert.deepEqual(new Set(states), new Set(['released']))
  })

  test('works for an agent with an API key, and ends when its claims can never succeed', async () => {
    await client.agents.create({ name: 'keyed', queues: ['keyed'] })
    const stopping = new AbortController()
    const handler: TaskHandler = (task) => {
      stopping.abort()
      return task.number
    }
    const task = await client.tasks.create({ title: 'Keyed', queue: 'keyed' })
    await client.worker({ agent: 'keyed', handler, signal: stopping.signal }).run()
    assert.equal((await client.tasks.get(task.id)).result, task.number)
    const other = client.worker({ agent: 'keyed', queues: ['other'], handler })
    await assert.rejects(other.run(), { code: 'queue_not_allowed' })
    assert.throws(() => client.worker({ handler }), /needs the name of its `agent`/)
  })
})
