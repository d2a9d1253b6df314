// Changes of dependencies: no cycle comes about, whatever happens at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import type { ApiClient } from '../../../../../tests/harness/api-client.ts'
import { uuidOf } from '../../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../../tests/harness/test-api.ts'

const block = (client: ApiClient, { id }: Task, blockers: readonly Task[]) =>
  client.call('tasks.change', {
    params: { task: id },
    body: { blocked_by: blockers.map((blocker) => blocker.id) },
  })

async function create(client: ApiClient, count: number): Promise<Task[]> {
  const tasks: Task[] = []
  for (let place = 0; place < count; place++) tasks.push(await client.create())
  return tasks
}

const at = (tasks: readonly Task[], place: number): Task => {
  const task = tasks[place % tasks.length]
  assert.ok(task)
  return task
}

async function isQueued({ id }: Task): Promise<boolean> {
  const rows = await inspect('select from queue_entries where task_id = $1', [uuidOf(id)])
  return rows.length > 0
}

test('refuses a cycle through several tasks', async () => {
  const client = await newTenant()
  const tasks = await create(client, 4)
  for (let place = 0; place < 3; place++) {
    assert.equal((await block(client, at(tasks, place), [at(tasks, place + 1)])).status, 200)
  }
  const { problem } = await block(client, at(tasks, 3), [at(tasks, 0)])
  assert.equal(problem.code, 'dependency_invalid')
  assert.equal(problem.detail, '`blocked_by` contains a task that is blocked by this one.')
  assert.equal((await client.get(at(tasks, 3).id)).blocked_by, undefined)
})

test('refuses one of the changes that would make a cycle together', async () => {
  const client = await newTenant()
  for (const size of [2, 3, 4, 5, 6]) {
    const tasks = await create(client, size)
    const replies = await Promise.all(
      tasks.map((task, place) => block(client, task, [at(tasks, place + 1)])),
    )
    const refused = replies.filter(({ status }) => status === 400)
    assert.equal(refused.length, 1, `${size} tasks: ${replies.map(({ status }) => status).join()}`)
    assert.equal(refused[0]?.problem.code, 'dependency_invalid')
  }
})

test('refuses one of two edges far apart that would make a cycle together', async () => {
  const client = await newTenant()
  for (let round = 0; round < 5; round++) {
    const tasks = await create(client, 6)
    // 0 → 1 → 2 and 3 → 4 → 5 exist; 2 → 3 and 5 → 0 touch none of the same tasks.
    for (const place of [0, 1, 3, 4]) await block(client, at(tasks, place), [at(tasks, place + 1)])
    const replies = await Promise.all([
      block(client, at(tasks, 2), [at(tasks, 3)]),
      block(client, at(tasks, 5), [at(tasks, 0)]),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    )
  }
})

test('takes the task out of its queue, and a bulk request does the same', async () => {
  const client = await newTenant()
  const [a, b, c] = (await create(client, 3)) as [Task, Task, Task]
  assert.ok(await isQueued(a))
  await block(client, a, [b])
  assert.equal(await isQueued(a), false)
  const { body } = await client.call('tasks.bulk', {
    body: {
      mode: 'best_effort',
      items: [
        { update: { task: c.id, changes: { blocked_by: [a.id] } } },
        { update: { task: b.id, changes: { blocked_by: [c.id] } } },
        { create: { title: 'new', blocked_by: [b.id] } },
        { create: { title: 'new', blocked_by: [`tsk_${'0'.repeat(32)}`] } },
      ],
    },
  })
  assert.deepEqual(
    body.results.map(({ status, problem }) => problem?.code ?? status),
    [200, 'dependency_invalid', 201, 'dependency_invalid'],
  )
  assert.equal(await isQueued(c), false)
  assert.ok(await isQueued(b))
  const created = body.results[2]?.task
  assert.ok(created && !(await isQueued(created)))
})

test('counts a completed or deleted task as done', async () => {
  const client = await newTenant()
  const [done, gone, task] = (await create(client, 3)) as [Task, Task, Task]
  await block(client, task, [gone])
  await client.call('tasks.remove', { params: { task: gone.id } })
  await client.call('tasks.transition', { params: { task: done.id }, body: { to: 'completed' } })
  assert.equal((await block(client, task, [gone, done])).status, 200, 'it was named before')
  const rows = await inspect<{ ready_at: unknown }>(
    `select ready_at::text from tasks where id = $1`,
    [uuidOf(task.id)],
  )
  assert.deepEqual(rows, [{ ready_at: '-infinity' }])
  assert.equal((await client.create({ blocked_by: [done.id] })).blocked_by?.length, 1)
})

test('does not lose a block whose blocker ends at the same time', async () => {
  const client = await newTenant()
  for (let round = 0; round < 10; round++) {
    const [blocker, task] = (await create(client, 2)) as [Task, Task]
    const [created] = await Promise.all([
      client.create({ blocked_by: [blocker.id] }),
      block(client, task, [blocker]),
      client.call('tasks.transition', { params: { task: blocker.id }, body: { to: 'completed' } }),
    ])
    const rows = await inspect<{ is_resolved: boolean }>(
      'select is_resolved from task_dependencies where task_id = any($1)',
      [[uuidOf(task.id), uuidOf(created.id)]],
    )
    assert.ok(rows.every(({ is_resolved: isResolved }) => isResolved))
  }
})
