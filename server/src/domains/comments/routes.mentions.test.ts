// Mentions in comments: what the service understands of a text, over REST, in events, and after an edit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { eventsOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant, newUser } from '../../../../tests/harness/test-api.ts'

async function setUp() {
  const client = await newTenant()
  const ada = await newUser(client.tenant, 'ada')
  const { id: task } = await client.create()
  await client.call('agents.create', { body: { name: 'coder' } })
  return { client, ada, task }
}

const say = async (client: ApiClient, task: string, body: string): Promise<Comment> =>
  (await client.call('comments.create', { params: { task }, body: { body } })).body

test('names users and agents by ID, in the response, the list and the event', async () => {
  const { client, ada, task } = await setUp()
  const body = `@[Ada](user:${ada.id}) and @[coder](agent:coder), @[Ada again](user:${ada.id})`
  const comment = await say(client, task, body)
  assert.equal(comment.body, body)
  assert.deepEqual(comment.mentions, [
    { kind: 'user', id: ada.id },
    { kind: 'agent', id: 'coder' },
  ])
  const { data } = (await client.call('comments.list', { params: { task } })).body
  assert.deepEqual(data, [comment])
  const [event] = await eventsOf(comment.id)
  assert.deepEqual(event?.data, comment)
})

test('names no one who is unknown, of another tenant, disabled, or in plain words', async () => {
  const { client, ada, task } = await setUp()
  const stranger = await newUser((await newTenant()).tenant, 'eve')
  const bob = await newUser(client.tenant, 'bob')
  await inspect('update users set disabled_at = now() where username = $1 and tenant_id = $2', [
    'bob',
    client.tenant.id,
  ])
  const body = `@ada @[Eve](user:${stranger.id}) @[Bob](user:${bob.id}) @[x](agent:unknown) @[y](user:usr_${'0'.repeat(32)}) [Ada](user:${ada.id})`
  const comment = await say(client, task, body)
  assert.deepEqual([comment.body, comment.mentions], [body, []])
})

test('an edit names those of the new text', async () => {
  const { client, ada, task } = await setUp()
  const comment = await say(client, task, `@[Ada](user:${ada.id})`)
  const params = { task, comment: comment.id }
  const change = { body: 'Now @[coder](agent:coder)' }
  const changed = (await client.call('comments.change', { params, body: change })).body
  assert.deepEqual(changed.mentions, [{ kind: 'agent', id: 'coder' }])
  assert.deepEqual((await client.call('comments.get', { params })).body, changed)
})
