// One's own inbox: read in pages, filtered, counted, marked as read and done, snoozed; and no one else's.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { InboxChanged, Notification } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { dispatch, newReaders, type Reader } from '../../../../tests/harness/inbox/inbox-world.ts'
import { inspect } from '../../../../tests/harness/test-api.ts'

let client: ApiClient
let ada: Reader
let bob: Reader

/** Five assignments of Ada and one of Bob. */
before(async () => {
  ;({ client, ada, bob } = await newReaders())
  for (let count = 0; count < 5; count++) {
    await client.create({ assignee: 'ada', title: `No. ${count}` })
  }
  await client.create({ assignee: 'bob', title: 'Bob’s' })
  await dispatch()
})

const titles = (items: readonly Notification[]) => items.map(({ task }) => task.title)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const post = (who: Reader, path: string, body: object) =>
  who.ask(`/ui/api/inbox/${path}`, { method: 'POST', body })
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${(JSON.parse(body) as { code: string }).code}`
const unread = async (who: Reader) => (await who.counts()).unread

test('lists newest first, in pages', async () => {
  const all = await ada.list()
  assert.deepEqual(titles(all), ['No. 4', 'No. 3', 'No. 2', 'No. 1', 'No. 0'])
  const found: Notification[] = []
  for (let path: string | undefined = '/ui/api/inbox?limit=2'; path; ) {
    const { data, next_cursor: next } = (await ada.ask(path)).json() as {
      data: Notification[]
      next_cursor: string | null
    }
    found.push(...data)
    path = next === null ? undefined : `/ui/api/inbox?limit=2&cursor=${next}`
  }
  assert.deepEqual(found, all)
})

test('rejects foreign cursors and unknown parameters', async () => {
  const cursor = String((await ada.ask('/ui/api/inbox?limit=1')).json()['next_cursor'])
  assert.equal(codeOf(await bob.ask(`/ui/api/inbox?cursor=${cursor}`)), '400 invalid_cursor')
  const filtered = await ada.ask(`/ui/api/inbox?state=done&cursor=${cursor}`)
  assert.equal(codeOf(filtered), '400 invalid_cursor')
  for (const query of ['kind=mail', 'state=open', 'unread=maybe', 'user=me']) {
    assert.equal(codeOf(await ada.ask(`/ui/api/inbox?${query}`)), '400 invalid_request')
  }
})

test('reads, finishes and restores one item', async () => {
  const [item] = await ada.list()
  assert.ok(item)
  assert.equal(await unread(ada), 5)
  const read = (await ada.change(item.id, { read: true })).json() as Notification
  assert.deepEqual([read.unread, read.read_at !== null, await unread(ada)], [false, true, 4])
  assert.deepEqual(titles(await ada.list('?unread=false')), ['No. 4'])
  assert.equal((await ada.list('?unread=true')).length, 4)
  const again = (await ada.change(item.id, { read: true })).json() as Notification
  assert.equal(again.read_at, read.read_at, 'when it was first read')
  await ada.change(item.id, { done: true })
  assert.deepEqual(titles(await ada.list('?state=done')), ['No. 4'])
  assert.equal((await ada.list()).length, 4)
  const back = (await ada.change(item.id, { done: false, read: false })).json() as Notification
  assert.deepEqual(back, item)
})

test('snoozes until a time, after which it is first and unread', async () => {
  const item = (await ada.list()).at(-1)
  assert.ok(item)
  const until = inHours(2)
  const snoozed = (await ada.change(item.id, { snoozed_until: until, read: true })).json()
  assert.deepEqual([snoozed['snoozed_until'], snoozed['unread']], [until, false])
  assert.deepEqual(titles(await ada.list('?state=snoozed')), ['No. 0'])
  assert.deepEqual([(await ada.list()).length, await unread(ada)], [4, 4])
  await inspect(
    `update notifications set snoozed_until = now(), shows_at = now(), read_at = null
      where snoozed_until is not null and tenant_id = $1`,
    [client.tenant.id],
  )
  assert.equal(titles(await ada.list())[0], 'No. 0')
  await ada.change(item.id, { snoozed_until: null })
  assert.equal(titles(await ada.list()).at(-1), 'No. 0')
})

test('rejects a snooze into the past or by more than a year, and an empty change', async () => {
  const [item] = await ada.list()
  for (const until of [inHours(-1), inHours(24 * 400)]) {
    const answer = await ada.change(item?.id ?? '', { snoozed_until: until })
    assert.equal(codeOf(answer), '400 invalid_request')
    assert.match(answer.body, /snoozed_until: must be in the future and at most 366 days away/)
  }
  assert.equal(codeOf(await ada.change(item?.id ?? '', {})), '400 invalid_request')
  assert.equal(codeOf(await ada.change('ntf_1', { read: true })), '400 invalid_request')
  assert.equal(codeOf(await post(ada, 'bulk', { ids: [], read: true })), '400 invalid_request')
  assert.equal(codeOf(await post(ada, 'bulk', { ids: [item?.id] })), '400 invalid_request')
})

test('changes several, and marks all as read', async () => {
  const ids = (await ada.list()).slice(0, 2).map(({ id }) => id)
  const unknown = `ntf_${'0'.repeat(32)}`
  const done = await post(ada, 'bulk', { ids: [...ids, unknown], done: true })
  assert.deepEqual(new Set((done.json() as InboxChanged).ids), new Set(ids))
  assert.equal((await ada.list('?state=done')).length, 2)
  await post(ada, 'bulk', { ids, done: false, read: false })
  assert.deepEqual((await post(ada, 'read-all', { kind: ['mention'] })).json(), { ids: [] })
  const read = (await post(ada, 'read-all', {})).json() as InboxChanged
  assert.deepEqual([read.ids.length, await unread(ada)], [5, 0])
  await post(ada, 'bulk', { ids: read.ids, read: false })
  assert.equal(await unread(ada), 5)
})

test('is no one else’s: others can neither see nor change it', async () => {
  const [mine] = await ada.list()
  assert.ok(mine)
  assert.deepEqual(titles(await bob.list()), ['Bob’s'])
  assert.equal(codeOf(await bob.change(mine.id, { done: true })), '404 notification_not_found')
  assert.deepEqual((await post(bob, 'bulk', { ids: [mine.id], done: true })).json(), { ids: [] })
  const stranger = (await newReaders()).ada
  assert.equal(codeOf(await stranger.change(mine.id, { done: true })), '404 notification_not_found')
  assert.deepEqual((await ada.list())[0], mine)
})

test('is not served to API keys', async () => {
  const answer = await client.send({ method: 'GET', url: '/api/inbox' })
  assert.equal(answer.status, 404)
})

test('does not show items of deleted tasks', async () => {
  const { id } = await client.create({ assignee: 'bob', title: 'Gone' })
  await dispatch()
  assert.deepEqual(titles(await bob.list()), ['Gone', 'Bob’s'])
  await client.call('tasks.remove', { params: { task: id } })
  assert.deepEqual([titles(await bob.list()), await unread(bob)], [['Bob’s'], 1])
})
