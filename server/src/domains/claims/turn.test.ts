// The order of a queue, as PostgreSQL stamps it: priority ages, and the tasks of one key take turns with those of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCreate } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { AGING_SECONDS } from './turn.ts'

async function inOrder(client: ApiClient): Promise<string[]> {
  const rows = await inspect<{ title: string }>(
    `select t.doc->>'title' as title from queue_entries e
     join tasks t on t.tenant_id = e.tenant_id and t.id = e.task_id
     where e.tenant_id = $1 order by e.turn, e.task_id`,
    [client.tenant.id],
  )
  return rows.map(({ title }) => title)
}

const key = (name: string) => ({ fairness_key: name })

const add = (client: ApiClient, title: string, input: Partial<TaskCreate> = {}) =>
  client.create({ title, ...input })

test('urgent tasks come first, and equal ones in the order of their arrival', async () => {
  const client = await newTenant()
  await add(client, 'first')
  await add(client, 'low', { priority: 'low' })
  await add(client, 'second')
  await add(client, 'urgent', { priority: 'urgent' })
  assert.deepEqual(await inOrder(client), ['urgent', 'first', 'second', 'low'])
})

test('a low task is overtaken only by what arrives within its head start', async () => {
  const client = await newTenant()
  await add(client, 'low', { priority: 'low' })
  const age = (seconds: number) =>
    inspect(`update queue_entries set turn = turn - $2::bigint * 1000000 where tenant_id = $1`, [
      client.tenant.id,
      seconds,
    ])
  await age(3 * AGING_SECONDS - 60)
  await add(client, 'urgent', { priority: 'urgent' })
  assert.deepEqual(await inOrder(client), ['urgent', 'low'])
  await age(120)
  await add(client, 'later', { priority: 'urgent' })
  assert.deepEqual(await inOrder(client), ['urgent', 'low', 'later'])
})

test('aging follows the settings of the queue', async () => {
  const client = await newTenant()
  await client.call('queues.change', { params: { queue: 'default' }, body: { aging_seconds: 1 } })
  await add(client, 'low', { priority: 'low' })
  await inspect(`update queue_entries set turn = turn - 4000000 where tenant_id = $1`, [
    client.tenant.id,
  ])
  await add(client, 'urgent', { priority: 'urgent' })
  assert.deepEqual(await inOrder(client), ['low', 'urgent'])
})

test('keys take turns, however many tasks one of them has', async () => {
  const client = await newTenant()
  const flood = Array.from({ length: 5 }, (_, at) => ({
    create: { title: `a${at}`, ...key('a') },
  }))
  await client.call('tasks.bulk', { body: { items: flood } })
  await add(client, 'b0', key('b'))
  await add(client, 'b1', key('b'))
  await add(client, 'none')
  assert.deepEqual(await inOrder(client), ['a0', 'b0', 'none', 'a1', 'b1', 'a2', 'a3', 'a4'])
})

test('a changed priority moves a waiting task', async () => {
  const client = await newTenant()
  const first = await add(client, 'first')
  await add(client, 'second')
  await client.call('tasks.change', { params: { task: first.id }, body: { priority: 'low' } })
  assert.deepEqual(await inOrder(client), ['second', 'first'])
})
