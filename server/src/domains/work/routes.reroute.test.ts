// A task that changes its queue or its agent, ready or with a live run: who gets it, and what the run hears.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Task, TaskChange } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { eventsOf } from '../../../../tests/harness/history.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'
import { asHolder, claimedRun } from '../../../../tests/harness/work/claimed-run.ts'

async function withAgents(): Promise<ApiClient> {
  const client = await newTenant()
  for (const name of ['docs', 'trace']) {
    await client.call('agents.create', { body: { name, queues: ['customs', 'yard'] } })
  }
  return client
}

const change = (client: ApiClient, task: string, body: TaskChange) =>
  client.call('tasks.change', { params: { task }, body })

const claim = async (client: ApiClient, agent: string, queue: string): Promise<string[]> => {
  const { body } = await client.call('runs.claim', { body: { agent, queues: [queue] } })
  return body.data.map(({ task }) => task.id)
}

const taskOf = async (client: ApiClient, id: string): Promise<Task> =>
  (await client.call('tasks.get', { params: { task: id } })).body

describe('a task that is ready', () => {
  test('is claimed from its new queue only, in the turn of its arrival there', async () => {
    const client = await withAgents()
    const moved = await client.create({ queue: 'customs' })
    const first = await client.create({ queue: 'yard' })
    await change(client, moved.id, { queue: 'yard' })
    assert.deepEqual(await claim(client, 'docs', 'customs'), [])
    assert.deepEqual(await claim(client, 'docs', 'yard'), [first.id])
    assert.deepEqual(await claim(client, 'docs', 'yard'), [moved.id])
    const last = (await eventsOf(moved.id)).at(-2)
    assert.deepEqual([last?.type, last?.changed], ['task.updated', ['queue']])
  })

  test('is claimed by its new agent only, and by any again without one', async () => {
    const client = await withAgents()
    const { id } = await client.create({ queue: 'customs', delegate: 'docs' })
    await change(client, id, { delegate: 'trace' })
    assert.deepEqual(await claim(client, 'docs', 'customs'), [])
    await change(client, id, { delegate: null })
    assert.deepEqual(await claim(client, 'docs', 'customs'), [id])
  })
})

async function startRun() {
  const client = await newTenant()
  const held = await claimedRun(client, {
    agent: { queues: ['customs', 'yard'] },
    task: { queue: 'customs' },
  })
  await client.call('agents.create', { body: { name: 'trace', queues: ['customs', 'yard'] } })
  await client.call('runs.heartbeat', asHolder(held))
  return { client, held, id: held.task.id }
}

describe('a task with a live run', () => {
  test('keeps the run, which hears of it; afterward it is in its new queue, for its new agent', async () => {
    const { client, held, id } = await startRun()
    await change(client, id, { queue: 'yard', delegate: 'trace' })
    const beat = await client.call('runs.heartbeat', asHolder(held))
    assert.equal(beat.status, 200)
    assert.deepEqual(beat.body.source_changed, { fields: ['delegate', 'queue'] })
    assert.deepEqual(await claim(client, 'trace', 'yard'), [], 'one run holds it')
    await client.call('runs.release', asHolder(held))
    assert.equal((await taskOf(client, id)).delegate, 'trace')
    assert.deepEqual(await claim(client, 'bot', 'customs'), [])
    assert.deepEqual(await claim(client, 'bot', 'yard'), [])
    assert.deepEqual(await claim(client, 'trace', 'yard'), [id])
  })

  test('is for any agent afterward if its agent was removed, and its run can complete it', async () => {
    const { client, held, id } = await startRun()
    await change(client, id, { delegate: 'trace' })
    await change(client, id, { delegate: null })
    const done = await client.call('runs.complete', asHolder(held, { result: {} }))
    assert.deepEqual([done.status, (await taskOf(client, id)).status], [200, 'completed'])
  })

  test('keeps its new agent when the run is stopped', async () => {
    const { client, held, id } = await startRun()
    await change(client, id, { delegate: 'trace' })
    await client.call('runs.cancel', { params: { run: held.run.id }, body: {} })
    await client.call('runs.release', asHolder(held))
    const { status, delegate } = await taskOf(client, id)
    assert.deepEqual([status, delegate], ['in_progress', 'trace'])
    const types = (await eventsOf(id)).map(({ type }) => type)
    assert.deepEqual(types.slice(-2), ['task.updated', 'run.canceled'])
  })

  test('that was not started yet gets no second queue entry', async () => {
    const client = await newTenant()
    const held = await claimedRun(client, {
      agent: { queues: ['customs', 'yard'] },
      task: { queue: 'customs' },
    })
    await change(client, held.task.id, { queue: 'yard' })
    assert.deepEqual(await claim(client, 'bot', 'yard'), [])
    await client.call('runs.release', asHolder(held))
    assert.deepEqual(await claim(client, 'bot', 'customs'), [])
    assert.deepEqual(await claim(client, 'bot', 'yard'), [held.task.id])
  })
})
