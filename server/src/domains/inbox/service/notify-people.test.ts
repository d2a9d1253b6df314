// What fills inboxes: who is notified of what, once, whatever happens to the worker.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Notification, TaskCreate } from '@task-service/contract'
import { newTokenAgent } from '../../../../../tests/harness/agents/new-agent.ts'
import type { ApiClient } from '../../../../../tests/harness/api-client.ts'
import { dispatch, newReaders } from '../../../../../tests/harness/inbox/inbox-world.ts'
import { inspect, newTenant, newUser, testApi } from '../../../../../tests/harness/test-api.ts'
import { sql } from '../../../db/sql.ts'
import { notifyDue, notifyPeople, trimInboxes } from '../index.ts'

const kinds = (items: readonly Notification[]) => items.map(({ kind }) => kind)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const say = (client: ApiClient, task: string, body: string) =>
  client.call('comments.create', { params: { task }, body: { body } })

async function askQuestion(client: ApiClient, task: Partial<TaskCreate> = {}) {
  const { asAgent } = await newTokenAgent(client, { queues: ['ask'] })
  const { id } = await client.create({ queue: 'ask', ...task })
  const [claim] = (await asAgent.call('runs.claim', { body: {} })).body.data
  assert.ok(claim)
  const body = { lease_token: claim.lease_token, kind: 'confirmation' as const, prompt: 'Now?' }
  const question = await asAgent.call('questions.create', { params: { run: claim.run.id }, body })
  return { task: id, question: question.body, claim, asAgent }
}

describe('who is notified', () => {
  test('of a mention: each person once, also when the comment is edited', async () => {
    const { client, ada, bob } = await newReaders()
    const { id: task } = await client.create({ title: 'Gate code' })
    const comment = (await say(client, task, `@[Ada](user:${ada.id}) hi`)).body
    await dispatch()
    const [item, ...more] = await ada.list()
    assert.deepEqual([item?.kind, item?.subject_id, more], ['mention', comment.id, []])
    assert.deepEqual([item?.task.title, item?.text], ['Gate code', comment.body])
    assert.deepEqual([item?.unread, item?.actor], [true, comment.author])
    const params = { task, comment: comment.id }
    const body = { body: `@[Ada](user:${ada.id}) and @[Bob](user:${bob.id})` }
    await client.call('comments.change', { params, body })
    await dispatch()
    assert.deepEqual(kinds(await ada.list()), ['mention'])
    assert.deepEqual(kinds(await bob.list()), ['mention'])
    await client.call('comments.remove', { params })
    assert.equal((await ada.list())[0]?.text, null)
  })

  test('of an assignment, however it came about, but not of one’s own', async () => {
    const { client, ada } = await newReaders()
    await client.create({ assignee: 'Ada' })
    const other = await client.create()
    const change = { params: { task: other.id }, body: { assignee: 'ada' } }
    await client.call('tasks.change', change)
    await client.call('tasks.change', { ...change, body: { title: 'Else' } })
    await client.create({ assignee: 'no user' })
    const body = { title: 'Mine', assignee: 'ada' }
    assert.equal((await ada.ask('/ui/api/tasks', { method: 'POST', body })).statusCode, 201)
    await dispatch()
    assert.deepEqual(kinds(await ada.list()), ['assignment', 'assignment'])
  })

  test('of a failure: the assignee and who created the task', async () => {
    const { client, ada, bob } = await newReaders()
    const body = { title: 'Fails', assignee: 'bob' }
    const created = await ada.ask('/ui/api/tasks', { method: 'POST', body })
    const params = { task: String(created.json()['id']) }
    await client.call('tasks.transition', { params, body: { to: 'in_progress' } })
    await client.call('tasks.transition', { params, body: { to: 'failed' } })
    await dispatch()
    assert.deepEqual(kinds(await ada.list()), ['failure'])
    assert.deepEqual(kinds(await bob.list()), ['failure', 'assignment'])
  })

  test('of a question: the assignee, or everyone if no user is assigned', async () => {
    const { client, ada, bob } = await newReaders()
    const { question } = await askQuestion(client, { assignee: 'bob' })
    await dispatch()
    assert.deepEqual(kinds(await ada.list()), [])
    const [asked] = await bob.list()
    assert.deepEqual(
      [asked?.kind, asked?.subject_id, asked?.text],
      ['question', question.id, 'Now?'],
    )
    const second = await askQuestion(client, { assignee: 'someone else' })
    await dispatch()
    assert.deepEqual(
      [kinds(await ada.list()), (await bob.counts()).by_kind.question],
      [['question'], 2],
    )
    const answer = { params: { question: second.question.id }, body: { answer: true } }
    await client.call('questions.answer', answer)
    const [closed] = await ada.list()
    assert.deepEqual(
      [closed?.is_open, closed?.unread, (await ada.counts()).unread],
      [false, false, 0],
    )
  })

  test('no one of another tenant, and no one who is disabled', async () => {
    const { client, ada } = await newReaders()
    const stranger = await newTenant()
    await newUser(stranger.tenant, 'ada')
    await inspect('update users set disabled_at = now() where tenant_id = $1', [client.tenant.id])
    await client.create({ assignee: 'ada' })
    await askQuestion(client)
    await dispatch()
    const rows = await inspect('select from notifications where tenant_id = any ($1)', [
      [client.tenant.id, stranger.tenant.id],
    ])
    assert.deepEqual([rows.length, ada.username], [0, 'ada'])
  })
})

const due = async () => (await testApi()).db.feed.tx((tx) => notifyDue(tx))

describe('due dates', () => {
  test('are noted once for each date, soon and overdue', async () => {
    const { client, ada } = await newReaders()
    await client.create({ assignee: 'ada', due_at: inHours(100), title: 'Later' })
    const soon = await client.create({ assignee: 'ada', due_at: inHours(3), title: 'Soon' })
    await client.create({ assignee: 'ada', due_at: inHours(-3), title: 'Late' })
    await client.create({ assignee: 'ada', due_at: inHours(-300), title: 'Long ago' })
    for (let round = 0; round < 3; round++) await due()
    const shown = async () =>
      (await ada.list('?kind=due_soon&kind=overdue'))
        .map(({ kind, task }) => `${kind} ${task.title}`)
        .toSorted()
    assert.deepEqual(await shown(), ['due_soon Soon', 'overdue Late'])
    await client.call('tasks.change', { params: { task: soon.id }, body: { due_at: inHours(-1) } })
    await Promise.all([due(), due()])
    assert.deepEqual(await shown(), ['due_soon Soon', 'overdue Late', 'overdue Soon'])
    await client.call('tasks.transition', { params: { task: soon.id }, body: { to: 'completed' } })
    await due()
    assert.equal((await shown()).length, 3)
  })
})

describe('a worker that is killed', () => {
  test('loses nothing and doubles nothing', async () => {
    const { client, ada } = await newReaders()
    const { id: task } = await client.create({ assignee: 'ada' })
    await say(client, task, `@[Ada](user:${ada.id})`)
    for (let attempt = 0; attempt < 3; attempt++) {
      const killed = dispatch(async (tx, events) => {
        await notifyPeople(tx, events)
        throw new Error('killed after writing')
      })
      await assert.rejects(killed, /killed/)
    }
    assert.deepEqual(await ada.list(), [])
    await dispatch()
    assert.deepEqual(kinds(await ada.list()).toSorted(), ['assignment', 'mention'])
    await dispatch()
    assert.equal((await ada.list()).length, 2)
  })

  test('whose connection is gone has written nothing', async () => {
    const { client, ada } = await newReaders()
    await client.create({ assignee: 'ada' })
    const lost = dispatch(async (tx, events) => {
      await notifyPeople(tx, events)
      const [row] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await inspect('select pg_terminate_backend($1)', [row?.pid])
      await tx.rows(sql`select 1`)
    })
    await assert.rejects(lost)
    await dispatch()
    assert.deepEqual(kinds(await ada.list()), ['assignment'])
  })

  test('and reads the same events again adds nothing: one cause is one item', async () => {
    const { client, ada } = await newReaders()
    await client.create({ assignee: 'ada' })
    await dispatch(async (tx, events) => {
      for (let time = 0; time < 3; time++) await notifyPeople(tx, events)
    })
    assert.deepEqual(kinds(await ada.list()), ['assignment'])
  })
})

test('an inbox has a limit, and the oldest items go', async () => {
  const { client, ada, bob } = await newReaders()
  for (let count = 0; count < 5; count++) {
    await client.create({ assignee: 'ada', title: `No. ${count}` })
  }
  await client.create({ assignee: 'bob' })
  await dispatch()
  await (await testApi()).db.feed.tx((tx) => trimInboxes(tx, 3))
  const titles = (await ada.list()).map(({ task }) => task.title)
  assert.deepEqual(titles, ['No. 4', 'No. 3', 'No. 2'])
  assert.equal((await bob.list()).length, 1)
})
