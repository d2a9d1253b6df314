// A line ends at the last hour or day that is over, and begins when there is something to draw.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '@task-service/contract'
import { completeBuckets, countCeiling, isLongEnough, marksOf, spanCeiling } from './buckets.ts'

function overview(created: number[], before = 0): Overview {
  const flow = { entered: 0, entered_before: before, series: created }
  const stage = { ...flow, now: { count: 0, is_at_least: false } }
  return {
    buckets: created.map((_, hour) => `2026-11-10T0${hour}:00:00.000Z`),
    completion_times: created.map(() => null),
    stages: {
      arrived: flow,
      open: stage,
      in_progress: { ...stage, with_agents: 0 },
      waiting: stage,
      completed: { ...flow, entered_before: 0, series: created.map(() => 0) },
    },
  } as unknown as Overview // only what the charts show
}

test('the current hour is left out', () => {
  const buckets = completeBuckets(overview([3, 5, 1]))
  assert.deepEqual(
    buckets.map(({ start, end, created }) => [start.slice(11, 16), end.slice(11, 16), created]),
    [
      ['00:00', '01:00', 3],
      ['01:00', '02:00', 5],
    ],
  )
})

const isEnough = (one: Overview) => isLongEnough(one, completeBuckets(one))

test('a line needs two complete hours since the first task', () => {
  assert.equal(isEnough(overview([0, 0, 219])), false)
  assert.equal(isEnough(overview([0, 219, 0])), false)
  assert.equal(isEnough(overview([219, 0, 0])), true)
  assert.equal(isEnough(overview([0, 0, 0])), false)
})

test('a workspace that was quiet lately has its line', () => {
  assert.equal(isEnough(overview([0, 0, 0], 4)), true)
})

test('scales end at round values whose halves are round', () => {
  assert.deepEqual(
    [0, 1, 3, 28, 41, 63, 219, 1_900].map(countCeiling),
    [2, 2, 4, 40, 60, 80, 400, 2_000],
  )
  const hour = 3_600_000
  assert.deepEqual([1, hour * 1.5, hour * 5].map(spanCeiling), [2_000, hour * 2, hour * 12])
  assert.ok(spanCeiling(hour * 24 * 900) >= hour * 24 * 900)
})

test('labels stand at both ends and in between, once each', () => {
  assert.deepEqual(marksOf(23), [0, 6, 11, 17, 22])
  assert.deepEqual(marksOf(2), [0, 1])
})
