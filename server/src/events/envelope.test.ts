// An event prints as one line of JSON in the order of the contract, with its stored JSON unchanged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventEnvelope } from '@task-service/contract'
import { type EventRow, printEnvelope, toEnvelope } from './envelope.ts'

const row: EventRow = {
  id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0f',
  type: 'task.updated',
  actor: 'key:key_"quoted"',
  data: '{"id":"tsk_1","fields":{"number":1.10,"text":"line\\nbreak \\u2028"}}',
  previous: '{"title":"Old"}',
  changed: ['title', 'fields'],
  occurred_at: new Date('2026-11-15T09:30:00.007Z'),
}

test('has the fields of the contract, in its order', () => {
  assert.deepEqual(Object.keys(toEnvelope(row, 'acme')), Object.keys(EventEnvelope.properties))
  assert.deepEqual(toEnvelope(row, 'acme'), {
    id: 'evt_01930a1b2c3d70008e4f5a6b7c8d9e0f',
    type: 'task.updated',
    timestamp: '2026-11-15T09:30:00.007Z',
    tenant: 'acme',
    actor: { kind: 'key', id: 'key_"quoted"' },
    data: { id: 'tsk_1', fields: { number: 1.1, text: 'line\nbreak \u2028' } },
    previous: { title: 'Old' },
    changed: ['title', 'fields'],
  })
})

test('contains the stored JSON unchanged, on one line', () => {
  const text = printEnvelope(row, 'acme')
  assert.ok(
    text.includes(`"data":${row.data},"previous":${row.previous},"changed":["title","fields"]}`),
  )
  assert.ok(!text.includes('\n'))
})
