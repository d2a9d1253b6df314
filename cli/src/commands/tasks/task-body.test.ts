// Options as a body, and times as people write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandInput } from '#cli/program/command-input.ts'
import { readTime } from './read-time.ts'
import { readValue, taskBody } from './task-body.ts'
import { taskQuery } from './task-query.ts'

test('only options that are set are sent, and an empty text clears a field', () => {
  const options = { due: '', assignee: 'ada', label: [''], field: ['a=1', 'b=x=y'], queue: 'q' }
  assert.deepEqual(taskBody(new CommandInput([], options)), {
    queue: 'q',
    labels: [],
    assignee: 'ada',
    due_at: null,
    fields: { a: 1, b: 'x=y' },
  })
  assert.deepEqual(taskBody(new CommandInput([], {})), {})
  assert.throws(() => taskBody(new CommandInput([], { field: ['=1'] })), /name=value/)
  assert.throws(() => taskBody(new CommandInput([], { input: '{' })), /--input is not valid JSON/)
})

test('values are JSON only if nothing is lost', () => {
  const values = [
    '12',
    'true',
    'null',
    '["a"]',
    '"12"',
    '00123',
    '1.10',
    '1e999',
    'x',
    '',
    '{a}',
    '-1',
  ]
  assert.deepEqual(values.map(readValue), [
    12,
    true,
    null,
    ['a'],
    '12',
    '00123',
    '1.10',
    '1e999',
    'x',
    '',
    '{a}',
    -1,
  ])
})

test('times are dates, moments with a time zone, or a span from now', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  assert.equal(readTime('2026-12-24', '--due', 'future', now), '2026-12-24T00:00:00Z')
  assert.equal(readTime('2d', '--due', 'future', now), '2026-11-22T12:00:00.000Z')
  assert.equal(readTime('2d', '--since', 'past', now), '2026-11-18T12:00:00.000Z')
  assert.equal(readTime('-2d', '--due-before', 'future', now), '2026-11-18T12:00:00.000Z')
  assert.equal(readTime('+2d', '--since', 'past', now), '2026-11-22T12:00:00.000Z')
  const query = taskQuery(new CommandInput([], { dueBefore: '2d', updatedSince: '2d' }))
  assert.ok(Date.parse(String(query.due_before)) > Date.now())
  assert.ok(Date.parse(String(query.updated_since)) < Date.now())
  const body = taskBody(new CommandInput([], { due: '1h', notBefore: '1min' }))
  assert.ok(Date.parse(String(body['due_at'])) > Date.now())
  assert.ok(Date.parse(String(body['not_before'])) > Date.now())
  assert.equal(readTime('2026-12-24T12:00:00+01:00', '--due'), '2026-12-24T12:00:00+01:00')
  assert.equal(readTime(undefined, '--due'), undefined)
  for (const wrong of ['2026-12-24T12:00:00', '2026-13-40', 'soon', '5', '']) {
    assert.throws(() => readTime(wrong, '--due'), /--due must be a time/)
  }
})
