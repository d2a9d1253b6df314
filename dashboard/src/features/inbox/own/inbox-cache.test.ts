import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import type { InboxCounts, Notification } from '@task-service/contract'
import { applyItems, boxOf, changed, keepItem } from './inbox-cache.ts'
import type { InboxPages } from './inbox-lists.ts'

const NOW = '2026-11-19T10:00:00.000Z'
const LATER = '2026-11-19T12:00:00.000Z'
const item = {
  id: 'ntf_1',
  kind: 'mention',
  is_open: true,
  unread: true,
  read_at: null,
  done_at: null,
  snoozed_until: null,
} as Notification // what the cache looks at

test('an item after a change is as the server will have it', () => {
  assert.deepEqual(changed(item, { read: true }, NOW), { ...item, read_at: NOW, unread: false })
  const done = changed(item, { done: true }, NOW)
  assert.deepEqual([done.read_at, done.done_at, done.unread], [NOW, NOW, false])
  const snoozed = changed({ ...item, read_at: NOW }, { snoozed_until: LATER }, NOW)
  assert.deepEqual([snoozed.read_at, snoozed.unread, boxOf(snoozed, NOW)], [null, false, 'snoozed'])
  assert.equal(boxOf(snoozed, LATER), 'active')
  assert.deepEqual(changed(done, { done: false, read: false }, NOW), item)
  assert.equal(changed({ ...item, is_open: false }, { read: false }, NOW).unread, false)
})

function setUp() {
  const client = new QueryClient()
  const page = { data: [item, { ...item, id: 'ntf_2' }], next_cursor: null }
  const pages: InboxPages = { pages: [page], pageParams: [''] }
  client.setQueryData(['inbox', 'list', 'active', 'all'], pages)
  client.setQueryData<InboxCounts>(['inbox', 'counts'], { unread: 2, by_kind: { mention: 2 } })
  const ids = () =>
    client
      .getQueryData<InboxPages>(['inbox', 'list', 'active', 'all'])
      ?.pages.flatMap(({ data }) => data.map(({ id }) => id))
  return { client, ids, counts: () => client.getQueryData(['inbox', 'counts']) }
}

test('an item that is done leaves the list and the counts', () => {
  const { client, ids, counts } = setUp()
  applyItems(client, [changed(item, { done: true }, NOW)], NOW)
  assert.deepEqual(ids(), ['ntf_2'])
  assert.deepEqual(counts(), { unread: 1, by_kind: { mention: 1 } })
})

test('an item that is read stays, and is counted once', () => {
  const { client, ids, counts } = setUp()
  const read = changed(item, { read: true }, NOW)
  applyItems(client, [read], NOW)
  applyItems(client, [read], NOW)
  assert.deepEqual(ids(), ['ntf_1', 'ntf_2'])
  assert.deepEqual(counts(), { unread: 1, by_kind: { mention: 1 } })
})

test('what the server did not take is put back', () => {
  const { client, ids, counts } = setUp()
  const done = changed(item, { done: true }, NOW)
  const takeBack = keepItem(client, done)
  applyItems(client, [done], NOW)
  takeBack()
  assert.deepEqual([ids(), counts()], [['ntf_1', 'ntf_2'], { unread: 2, by_kind: { mention: 2 } }])
})

test('what was done meanwhile is not taken back with it', () => {
  const { client, ids, counts } = setUp()
  const done = changed(item, { done: true }, NOW)
  const takeBack = keepItem(client, done)
  applyItems(client, [done], NOW)
  applyItems(client, [changed({ ...item, id: 'ntf_2' }, { done: true }, NOW)], NOW)
  takeBack()
  assert.deepEqual([ids(), counts()], [['ntf_1'], { unread: 1, by_kind: { mention: 1 } }])
})
