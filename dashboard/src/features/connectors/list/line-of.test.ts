// A line does not fall at its end because the last span has only begun.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf } from './line-of.ts'

const activity = (...rows: number[]) => ({
  bucket_seconds: 300,
  data: rows.map((count) => ({ at: '2026-11-16T05:00:00.000Z', rows: count, jobs: 1, failed: 0 })),
})

test('the current span is drawn once it has as much as the one before', () => {
  assert.deepEqual(lineOf(activity(40, 42, 3)), [40, 42])
  assert.deepEqual(lineOf(activity(0, 0, 3)), [0, 0, 3])
})

test('silence stays visible', () => {
  assert.deepEqual(lineOf(activity(40, 0, 0)), [40, 0, 0])
  assert.deepEqual(lineOf(undefined), [])
})
