// The form sends what it shows, and nothing that was not edited.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Webhook } from '@task-service/contract'
import {
  changeOf,
  createOf,
  draftOf,
  emptyDraft,
  headersToDrop,
  readValue,
  writeValue,
} from './draft.ts'

const webhook: Webhook = {
  id: 'whk_0192f3a4b5c67d8e9f00112233445566',
  url: 'https://hooks.example.com/orders',
  description: 'orders',
  event_types: ['task.created'],
  filter: { 'data.queue': ['support'], 'data.fields.size': [5, '5', true, null] },
  ordering: 'none',
  enabled: true,
  disabled_reason: null,
  header_names: ['authorization', 'x-team'],
  failing_since: null,
  secret_state: 'readable',
  rotation: null,
  version: 1,
  created_by: { kind: 'user', id: 'usr_1' },
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
}

test('values read as they are written', () => {
  for (const value of ['support', '5', 'true', 'null', '"', '"x"', 5, -1.5, true, false, null]) {
    assert.deepEqual(readValue(writeValue(value)), value)
  }
})

test('an unedited form changes nothing', () => {
  assert.deepEqual(changeOf(draftOf(webhook), webhook), {})
})

test('only what is different is sent', () => {
  const draft = draftOf(webhook)
  assert.deepEqual(changeOf({ ...draft, allEvents: true }, webhook), { event_types: [] })
  assert.deepEqual(changeOf({ ...draft, description: ' new ' }, webhook), { description: 'new' })
  assert.deepEqual(
    changeOf({ ...draft, filter: [{ key: 'a', path: 'data.queue', values: ['sales'] }] }, webhook),
    { filter: { 'data.fields.size': null, 'data.queue': ['sales'] } },
  )
})

test('a header that is taken out is cleared, one that is typed is set, the rest stays', () => {
  const draft = draftOf(webhook)
  const headers = [
    { key: '1', name: 'X-Team', value: '', isStored: true },
    { key: '2', name: 'x-new', value: 'secret', isStored: false },
  ]
  assert.deepEqual(changeOf({ ...draft, headers }, webhook), {
    headers: { authorization: null, 'x-new': 'secret' },
  })
})

test('another origin drops the stored headers that are not typed again', () => {
  const draft = draftOf(webhook)
  for (const url of [webhook.url, 'https://hooks.example.com/other', 'https://', '']) {
    assert.deepEqual(headersToDrop({ ...draft, url }, webhook), [], url)
  }
  const url = 'https://example.org/orders'
  assert.deepEqual(headersToDrop({ ...draft, url }, webhook), ['authorization', 'x-team'])
  const [first, ...rest] = draft.headers
  assert.ok(first)
  const headers = [{ ...first, value: 'Bearer new' }, ...rest]
  assert.deepEqual(headersToDrop({ ...draft, url, headers }, webhook), ['x-team'])
})

test('rows that are not filled in are left out of a new webhook', () => {
  const made = createOf({
    ...emptyDraft,
    url: ' https://example.com ',
    filter: [{ key: '1', path: '', values: ['x'] }],
    headers: [{ key: '1', name: 'x', value: '', isStored: false }],
  })
  assert.equal(made.url, 'https://example.com')
  assert.deepEqual(made.filter, {})
  assert.equal(made.headers, undefined)
})
