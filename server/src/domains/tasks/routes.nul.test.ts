// U+0000 is allowed in JSON values of a task, but PostgreSQL cannot have it in a text: whatever reads a part of such a document
// in SQL must not fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dispatch, newReaders } from '../../../../tests/harness/inbox/inbox-world.ts'
import { notifyIntegrations } from '../sync/index.ts'

const NUL = 'a\u0000b'
const values = { input: NUL, fields: { note: NUL, deep: { text: NUL } } }

test('a task with U+0000 is assigned, changed, completed and listed like others', async () => {
  const { client, ada } = await newReaders()
  const { id } = await client.create({ title: 'Customs form', assignee: 'ada', ...values })
  const [item, ...more] = await ada.list().then(async (before) => {
    assert.deepEqual(before, [])
    await dispatch()
    await dispatch(notifyIntegrations)
    return ada.list()
  })
  assert.deepEqual([item?.kind, item?.task.title, more], ['assignment', 'Customs form', []])
  assert.equal((await ada.change(item?.id ?? '', { done: true })).statusCode, 200)

  const params = { task: id }
  const changed = await client.call('tasks.change', {
    params,
    body: { fields: { note: `${NUL}c` } },
  })
  assert.equal(changed.body.fields['note'], `${NUL}c`)
  const items = [{ create: { title: 'In bulk', ...values } }]
  assert.equal((await client.call('tasks.bulk', { body: { items } })).body.results[0]?.status, 201)
  for (const to of ['in_progress', 'completed'] as const) {
    await client.call('tasks.transition', { params, body: { to, result: NUL } })
  }
  const { data } = (await client.call('tasks.list', { query: { integration: 'none' } })).body
  assert.equal(data.length, 2)
  for (const confirmation of ['pending', 'confirmed'] as const) {
    assert.deepEqual((await client.call('tasks.list', { query: { confirmation } })).body.data, [])
  }
  assert.equal((await client.call('stats.flow', { query: {} })).status, 200)
})

test('the failure of a task with U+0000 is noted', async () => {
  const { client, ada } = await newReaders()
  const { id } = await client.create({ assignee: 'ada', ...values })
  for (const to of ['in_progress', 'failed'] as const) {
    await client.call('tasks.transition', { params: { task: id }, body: { to } })
  }
  await dispatch()
  assert.ok((await ada.list()).some(({ kind }) => kind === 'failure'))
})
