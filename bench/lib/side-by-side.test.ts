// Shows that a comparison is judged by the limits that are demanded at its size, and shows those.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeMisses, isPass } from '../../tools/programs/criteria.ts'
import { type Cell, summarize } from './side-by-side.ts'

const measured = { perSecond: 100, p50Ms: 1, p99Ms: 2, errors: 0 }

function cellOf(values: Partial<Cell>): Cell {
  return {
    name: '1 tenant',
    service: measured,
    engine: measured,
    ratio: 1,
    ratioRange: [1, 1],
    p99Ratio: 1,
    goal: { ratio: 1, p99Ratio: 3 },
    ...values,
  }
}

test('the small size demands half of the goal and says so', () => {
  const cells = [cellOf({ ratio: 0.49998, p99Ratio: 6.001 })]
  const { figures, criteria } = summarize(cells, { full: false })
  assert.equal(figures, '1 tenant 0.49998 × pgbench (≥ 0.5), p99 6.001 × (≤ 6); 0 errors')
  assert.deepEqual(describeMisses(criteria), [
    'not met: 1 tenant ratio: 0.49998, at least 0.5',
    'not met: 1 tenant p99 ratio: 6.001, at most 6',
  ])
  assert.ok(isPass(summarize([cellOf({ ratio: 0.5, p99Ratio: 6 })], { full: false }).criteria))
})

test('the full size demands the goal', () => {
  const { figures, criteria } = summarize([cellOf({ ratio: 0.6, p99Ratio: 3.1 })], { full: true })
  assert.equal(figures, '1 tenant 0.6 × pgbench (≥ 1), p99 3.1 × (≤ 3); 0 errors')
  assert.deepEqual(describeMisses(criteria), [
    'not met: 1 tenant ratio: 0.6, at least 1',
    'not met: 1 tenant p99 ratio: 3.1, at most 3',
  ])
})

test('errors of either side count', () => {
  const service = { ...measured, errors: 2 }
  const engine = { ...measured, errors: 1 }
  const { criteria } = summarize([cellOf({ service, engine })], { full: true })
  assert.deepEqual(describeMisses(criteria), ['not met: errors: 3, must be 0'])
})

test('a ratio of nothing falls short, also where there is no goal for it', () => {
  const { goal, ...cell } = cellOf({ ratio: 0, p99Ratio: Number.NaN })
  assert.ok(goal)
  const { figures, criteria } = summarize([cell], { full: true })
  assert.equal(figures, '1 tenant 0 × pgbench; 0 errors')
  assert.deepEqual(describeMisses(criteria), [
    'not met: 1 tenant ratio measured: no, must be yes',
    'not met: 1 tenant p99 ratio measured: no, must be yes',
  ])
})
