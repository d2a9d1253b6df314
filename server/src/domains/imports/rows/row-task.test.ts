// Texts of a file as values of fields, and those that cannot be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportField } from '@task-service/contract'
import { draftRow, type RowPlan, shown } from './row-task.ts'

const plan: RowPlan = {
  mapping: [],
  defaults: {},
  types: new Map([['amount', 'number']]),
  timeZone: 'Europe/Berlin',
}

const draft = (values: Record<string, unknown>, more: Partial<RowPlan> = {}) => {
  const mapping = Object.keys(values).map((column) => ({ column, field: column as ImportField })) // named like its field
  return draftRow(new Map(Object.entries(values)), { ...plan, mapping, ...more })
}

const messageOf = (field: string, value: string) => draft({ [field]: value }).faults[0]?.message

test('dates: in the time zone of the tenant, its day from start to end, and across the change of the clock', () => {
  const { task, faults } = draft({ due_at: '2026-07-01', not_before: ' 2026-07-01 ' })
  assert.deepEqual(faults, [])
  assert.deepEqual(task, { due_at: '2026-07-01T21:59:00Z', not_before: '2026-06-30T22:00:00Z' })
  assert.equal(draft({ due_at: '2026-12-01 08:15' }).task['due_at'], '2026-12-01T07:15:00Z')
  assert.equal(draft({ due_at: '2026-03-29T02:30' }).task['due_at'], '2026-03-29T01:30:00Z')
  assert.equal(draft({ due_at: '2026-12-01 08:15 +0500' }).task['due_at'], '2026-12-01T03:15:00Z')
})

test('dates that do not exist, or that can be read in two ways, are faults', () => {
  assert.equal(messageOf('due_at', '2026-02-30'), 'must be a date that exists')
  assert.equal(messageOf('due_at', '2026-01-01T25:00Z'), 'must be a date that exists')
  assert.match(messageOf('due_at', '1/2/2026') ?? '', /year first/)
  assert.match(messageOf('due_at', '46023') ?? '', /year first/)
})

test('names, lists, checklists and JSON', () => {
  const { task } = draft({
    status: 'In progress',
    labels: 'a, b;a\n',
    checklist: '- [x] one\n* two;[] three',
    input: '{"a":1}',
    result: ' as it is ',
    fields: '{"a":1}',
  })
  assert.deepEqual(task, {
    status: 'in_progress',
    labels: ['a', 'b'],
    checklist: [
      { text: 'one', checked: true },
      { text: 'two', checked: false },
      { text: 'three', checked: false },
    ],
    input: { a: 1 },
    result: ' as it is ',
    fields: { a: 1 },
  })
  assert.match(messageOf('fields', '[1]') ?? '', /JSON object/)
})

test('custom fields: a number is one that JSON can express', () => {
  const amount = (text: string) => draft({ 'field:amount': text })
  assert.deepEqual(amount(' -1.50 ').task, { fields: { amount: -1.5 } })
  assert.deepEqual(draft({ fields: '{"b":1}', 'field:amount': '2' }).task, {
    fields: { b: 1, amount: 2 },
  })
  for (const text of ['1,5', '0x10', 'Infinity', '1 000', '.']) {
    assert.match(amount(text).faults[0]?.message ?? '', /must be a number/, text)
  }
})

test('defaults fill what is blank, and a source belongs to an ID', () => {
  const defaults = { queue: 'night', source: 'import' }
  assert.deepEqual(draft({ title: 'a', queue: ' ' }, { defaults }).task, {
    title: 'a',
    queue: 'night',
  })
  assert.deepEqual(draft({ external_id: 7, queue: 'day' }, { defaults }).task, {
    external_id: '7',
    queue: 'day',
    source: 'import',
  })
})

test('a fault shows the start of the value, as PostgreSQL can store it', () => {
  const [fault] = draft({ due_at: 'tomorrow' }).faults
  assert.deepEqual([fault?.column, fault?.field, fault?.value], ['due_at', 'due_at', 'tomorrow'])
  assert.equal(shown(null), null)
  assert.equal(shown({ a: 1 }), '{"a":1}')
  assert.equal(shown('a\0\ud800'), 'a\ufffd\ufffd')
  assert.equal(shown('x'.repeat(101)), `${'x'.repeat(100)}…`)
})
