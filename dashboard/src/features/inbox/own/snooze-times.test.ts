import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snoozeTime } from './snooze-times.ts'

/** A Thursday. */
const now = new Date(2026, 10, 19, 15, 40)

test('comes back in hours, the next morning, or on Monday', () => {
  assert.deepEqual(snoozeTime('later', now), new Date(2026, 10, 19, 18, 40))
  assert.deepEqual(snoozeTime('tomorrow', now), new Date(2026, 10, 20, 9, 0))
  assert.deepEqual(snoozeTime('nextWeek', now), new Date(2026, 10, 23, 9, 0))
  assert.deepEqual(
    snoozeTime('nextWeek', new Date(2026, 10, 23, 8, 0)),
    new Date(2026, 10, 30, 9, 0),
  )
})
