// Bars on a timeline of ten days that begins on 1 March.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barOf, daysBetween } from './timeline-bars.ts'

const first = new Date(2027, 2, 1)
const at = (month: number, day: number, hour = 0) =>
  new Date(2027, month - 1, day, hour).toISOString()

function bar(created: string, due: string | null, notBefore: string | null = null) {
  return barOf({ created_at: created, due_at: due, not_before: notBefore }, first, 10)
}

test('a bar begins with the start of a task, or else with its creation, and ends when it is due', () => {
  const plain = bar(at(3, 2), at(3, 4))
  assert.deepEqual([plain?.left, plain?.width], [0.1, 0.2])
  const planned = bar(at(3, 1), at(3, 4, 12), at(3, 3))
  assert.deepEqual([planned?.left, planned?.width], [0.2, 0.15])
})

test('what continues beyond the edge is cut there', () => {
  const long = bar(at(2, 1), at(4, 1))
  assert.deepEqual(
    [long?.left, long?.width, long?.isCutAtStart, long?.isCutAtEnd],
    [0, 1, true, true],
  )
})

test('what is over, has not begun, or is never due has no bar', () => {
  assert.equal(bar(at(2, 1), at(2, 27)), undefined)
  assert.equal(bar(at(3, 2), at(3, 20), at(3, 12)), undefined)
  assert.equal(bar(at(3, 2), null), undefined)
})

test('a task that was created after it was due still has a bar', () => {
  const late = bar(at(3, 5), at(3, 4))
  assert.ok(late && late.width > 0 && late.left < 0.3)
  assert.equal(late.from.getTime(), late.to.getTime())
})

test('a day is a day when clocks change', () => {
  for (const month of [3, 10]) {
    const start = new Date(2027, month - 1, 1)
    assert.equal(daysBetween(start, new Date(2027, month - 1, 31)), 30)
  }
})
