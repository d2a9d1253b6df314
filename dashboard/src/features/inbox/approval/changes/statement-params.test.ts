import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readParams } from './statement-params.ts'

const values = {
  key: 'QF-20944',
  version: 8,
  'task.status': 'completed',
  'task.number': 'T-7',
  'task.result': { weight: 1266 },
}
const read = (parameters: string | null) =>
  readParams({ database: 'wms', name: 'close', parameters, values })
const known = (name: string, value: unknown) => ({ name, value, template: undefined })

test('one name alone keeps the type of its value, and the result is a text', () => {
  const params = {
    revision: '{{ version }}',
    note: '{{task.number}}: done',
    all: '{{task.result}}',
  }
  assert.deepEqual(read(JSON.stringify(params)), [
    known('revision', 8),
    known('note', 'T-7: done'),
    known('all', '{"weight":1266}'),
  ])
})

test('the outcome of the task chooses the text', () => {
  const params = { state: { completed: 'closed', failed: 'open' }, other: { failed: 'x' } }
  assert.deepEqual(read(JSON.stringify(params)), [known('state', 'closed')])
})

test('what is filled in later stays a template', () => {
  assert.deepEqual(read('{"at":"{{task.completed_at}}"}'), [
    { name: 'at', value: undefined, template: '{{task.completed_at}}' },
  ])
})

test('no parameters, and text that is no record', () => {
  assert.deepEqual([read(null), read('[1]'), read('{')], [[], [], []])
})
