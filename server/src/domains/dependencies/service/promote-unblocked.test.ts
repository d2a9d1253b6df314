// A blocked task cannot be claimed until each of its blockers is done.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import { createClaimGroup } from '#domains/claims/index.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { ApiClient } from '../../../../../tests/harness/api-client.ts'
import { uuidOf } from '../../../../../tests/harness/history.ts'
import { inspect, newTenant, testApi } from '../../../../../tests/harness/test-api.ts'
import { promoteUnblocked } from './promote-unblocked.ts'

async function promote({ tenant }: ApiClient, limit = 100) {
  const { db } = await testApi()
  return db.tenantTx(tenant.id, (tx) => promoteUnblocked({ tx }, limit))
}

/** What an agent of this tenant gets. */
async function claimer({ tenant }: ApiClient): Promise<() => Promise<string[]>> {
  const { db } = await testApi()
  const agent = { id: uuidv7(), name: 'worker' }
  await inspect(
    `insert into agents (tenant_id, id, name, description, queues, max_attempts, reads_external, reads_beyond_claim,
       writes_outward, created_by, created_at, updated_at)
     values ($1, $2, $3, '', '{default}', 3, false, false, false, 'key:1', now(), now())`,
    [tenant.id, agent.id, agent.name],
  )
  const group = createClaimGroup({ decideTogether: db.groupDecision, inTenant: db.tenantTx })
  return async () => {
    const { tasks } = await group.claim({
      tenantId: tenant.id,
      agent,
      queues: ['default'],
      max: 10,
      leaseSeconds: 60,
      actor: { kind: 'agent', id: agent.name },
      requestId: 'test',
    })
    return tasks.map(({ run }) => run.task_id)
  }
}

const move = (client: ApiClient, { id }: Task, to: string) =>
  client.call('tasks.transition', { params: { task: id }, body: { to } })

test('a task can be claimed when the last of its blockers is done', async () => {
  const client = await newTenant()
  const claim = await claimer(client)
  const blockers = [
    await client.create({ queue: 'other' }),
    await client.create({ queue: 'other' }),
    await client.create({ queue: 'other' }),
  ] as [Task, Task, Task]
  const task = await client.create({ blocked_by: blockers.map(({ id }) => id) })
  assert.deepEqual(await claim(), [])
  await move(client, blockers[0], 'completed')
  assert.deepEqual(await promote(client), { examined: 1, queued: [] })
  await move(client, blockers[1], 'canceled')
  await promote(client)
  assert.deepEqual(await claim(), [])
  await client.call('tasks.remove', { params: { task: blockers[2].id } })
  assert.deepEqual(await claim(), [], 'maintenance has not looked yet')
  const { queued } = await promote(client)
  assert.deepEqual(
    queued.map(({ queue, delegate }) => [queue, delegate]),
    [['default', '']],
  )
  assert.deepEqual(await claim(), [task.id])
  assert.deepEqual(await promote(client), { examined: 0, queued: [] })
})

test('a blocker that failed or is reopened', async () => {
  const client = await newTenant()
  const claim = await claimer(client)
  const blocker = await client.create({ queue: 'other' })
  const task = await client.create({ blocked_by: [blocker.id] })
  await move(client, blocker, 'in_progress')
  await move(client, blocker, 'failed')
  assert.deepEqual(await promote(client), { examined: 0, queued: [] }, 'it can be tried again')
  await move(client, blocker, 'ready')
  await move(client, blocker, 'completed')
  await move(client, blocker, 'ready')
  await promote(client)
  assert.deepEqual(await claim(), [task.id], 'it was done once')
})

test('waits for its time, and follows other changes while it is blocked', async () => {
  const client = await newTenant()
  const blocker = await client.create({ queue: 'other' })
  const later = await client.create({
    blocked_by: [blocker.id],
    not_before: '2999-01-01T00:00:00Z',
  })
  const triaged = await client.create({ blocked_by: [blocker.id], status: 'triage' })
  const moved = await client.create({ blocked_by: [blocker.id], queue: 'night' })
  await client.call('tasks.change', { params: { task: moved.id }, body: { priority: 'urgent' } })
  await move(client, blocker, 'completed')
  const { examined, queued } = await promote(client)
  assert.deepEqual([examined, queued.map(({ queue }) => queue)], [3, ['night']])
  const rows = await inspect<{ ready_at: string }>(
    `select to_char(ready_at at time zone 'UTC', 'YYYY') as ready_at from tasks where id = $1`,
    [uuidOf(later.id)],
  )
  assert.deepEqual(rows, [{ ready_at: '2999' }])
  await move(client, triaged, 'ready')
  const entries = await inspect('select from queue_entries where task_id = $1', [
    uuidOf(triaged.id),
  ])
  assert.equal(entries.length, 1)
})

test('a task that an agent works on gets no second entry', async () => {
  const client = await newTenant()
  const claim = await claimer(client)
  const task = await client.create()
  assert.deepEqual(await claim(), [task.id])
  const blocker = await client.create({ queue: 'other' })
  const body = { blocked_by: [blocker.id] }
  await client.call('tasks.change', { params: { task: task.id }, body })
  await move(client, blocker, 'completed')
  assert.deepEqual(await promote(client), { examined: 1, queued: [] })
  assert.deepEqual(await claim(), [])
})

test('takes at most as many tasks as asked', async () => {
  const client = await newTenant()
  const blocker = await client.create({ queue: 'other' })
  for (let place = 0; place < 5; place++) await client.create({ blocked_by: [blocker.id] })
  await move(client, blocker, 'completed')
  const sizes = [await promote(client, 2), await promote(client, 2), await promote(client, 2)]
  assert.deepEqual(
    sizes.map(({ examined }) => examined),
    [2, 2, 1],
  )
})
