// The log has the changes of a task in the order in which they happened, also where transactions that change several tasks
// overtake each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiClient } from '../harness/api-client.ts'
import { uuidOf } from '../harness/history.ts'
import { inspect, newTenant, withSession } from '../harness/test-api.ts'
import { until } from '../operate/until.ts'

/** As readers of the log see them. */
async function versionsInLog(id: string): Promise<number[]> {
  const rows = await inspect<{ version: number }>(
    `select (data->>'version')::int as version from events where subject_id = $1 order by xid, id`,
    [uuidOf(id)],
  )
  return rows.map(({ version }) => version)
}

/**
 * `slow` locks a task before `held` and then waits for `held`, which has a number by then; in the meantime `quick` changes
 * a task after it.
 */
async function overtake(
  held: string,
  slow: () => Promise<unknown>,
  quick: () => Promise<unknown>,
): Promise<void> {
  await withSession(async (session) => {
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    await session.query('begin')
    await session.query('select from tasks where id = $1 for update', [uuidOf(held)])
    const waiting = slow()
    await until('a transaction waits for the task', () => isAwaited(rows[0]?.pid ?? 0))
    await quick()
    await session.query('commit')
    await waiting
  })
}

/** Asked from outside: inside of a transaction the list of connections stays as it was first seen. */
async function isAwaited(pid: number): Promise<boolean> {
  const rows = await inspect(
    'select from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))',
    [pid],
  )
  return rows.length > 0
}

async function createThree(client: ApiClient, parent?: string) {
  const draft = parent === undefined ? {} : { parent_id: parent }
  const first = await client.create(draft)
  const second = await client.create(draft)
  return [first.id, second.id, (await client.create(draft)).id] as const
}

const change = (client: ApiClient, task: string, title: string) =>
  client.call('tasks.change', { params: { task }, body: { title } })

for (const mode of ['atomic', 'best_effort'] as const) {
  test(`a bulk change (${mode}) that was overtaken stands behind the other`, async () => {
    const client = await newTenant()
    const tasks = await createThree(client)
    const items = tasks.map((task) => ({ update: { task, changes: { title: 'all' } } }))
    await overtake(
      tasks[1],
      () => client.call('tasks.bulk', { body: { mode, items } }),
      () => change(client, tasks[2], 'one'),
    )
    for (const task of tasks) {
      const versions = await versionsInLog(task)
      assert.deepEqual(
        versions,
        versions.map((_, index) => index + 1),
      )
    }
    assert.deepEqual(await versionsInLog(tasks[2]), [1, 2, 3])
  })
}

test('children that lose their parent while one of them changes', async () => {
  const client = await newTenant()
  const parent = await client.create()
  const tasks = await createThree(client, parent.id)
  await overtake(
    tasks[1],
    () => client.call('tasks.remove', { params: { task: parent.id } }),
    () => change(client, tasks[2], 'one'),
  )
  assert.deepEqual(await versionsInLog(tasks[2]), [1, 2, 3])
})

test('a task named by its number twice is locked and changed like any other', async () => {
  const client = await newTenant()
  const { id, number } = await client.create()
  const items = ['a', 'b'].map((title) => ({
    update: { task: `T-${number}`, changes: { title } },
  }))
  const { body } = await client.call('tasks.bulk', { body: { mode: 'best_effort', items } })
  assert.equal((body as { applied: number }).applied, 2)
  assert.deepEqual(await versionsInLog(id), [1, 2, 3])
})
