// A number that parsing would change is found in the text, and nothing that only looks like one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLargeNumber } from './find-large-number.ts'

test('finds the first number that would be stored as another one', () => {
  for (const [text, line, column] of [
    ['9007199254740993', 1, 1],
    ['-9007199254740993', 1, 1],
    ['90071992547409920', 1, 1],
    ['{"id":9007199254740993}', 1, 7],
    ['{\n  "a": [1, 12345678901234567890],\n  "b": 9007199254740993\n}', 2, 12],
    [`[${'9'.repeat(400)}]`, 1, 2],
    ['[1e400]', 1, 2],
    ['[-1.5E+400]', 1, 2],
    ['{"a\\\\": 9007199254740993}', 1, 9],
    ['{"a\\"": 9007199254740993}', 1, 9],
  ] as const) {
    JSON.parse(text)
    assert.deepEqual(findLargeNumber(text), { line, column }, text)
  }
})

test('leaves all others alone', () => {
  for (const text of [
    '9007199254740992',
    '[-9007199254740992, 0, -0, 1e300, 1.5e20, 9007199254740993.0, 0.1]',
    '{"9007199254740993": "9007199254740993", "a\\"9007199254740993": "\\\\"}',
    '["", "\\\\", "\\\\\\"9007199254740993"]',
    'true',
  ]) {
    JSON.parse(text)
    assert.equal(findLargeNumber(text), undefined, text)
  }
})

test('takes a time that grows with the text only', () => {
  const strings = JSON.stringify(Array.from({ length: 50_000 }, () => 'a\\"b'))
  const backslashes = JSON.stringify(['\\'.repeat(500_000)])
  const started = performance.now()
  for (const text of [strings, backslashes]) assert.equal(findLargeNumber(text), undefined)
  assert.ok(performance.now() - started < 2_000)
})
