import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Figure, ratioOf } from '../lib/by-size/rounds.ts'
import { growthPlot } from './growth-plot.ts'
import { growthPage } from './growth-report.ts'
import { valueSteps } from './svg-chart.ts'

function figure(tasks: number, tenants: number, p99Ms: readonly number[]): Figure {
  const rounds = p99Ms.map((time) => ({ perSecond: 1000 / time, p50Ms: 1, p99Ms: time, errors: 0 }))
  const measured = rounds[0] ?? { perSecond: 0, p50Ms: 0, p99Ms: 0, errors: 0 }
  return { size: { tasks, tenants }, measured, rounds, rows: 50, isSlow: false }
}

test('ratios compare rounds that stood beside each other', () => {
  const [large, small] = [figure(1e6, 9, [4, 40, 6]), figure(1e4, 9, [2, 20, 2])]
  assert.equal(
    ratioOf(large, small, (one) => one.p99Ms),
    2,
  )
  assert.ok(Number.isNaN(ratioOf(figure(1e6, 9, []), small, (one) => one.p99Ms)))
})

test('an axis goes in round steps from zero to the first above the highest value', () => {
  assert.deepEqual(valueSteps(4.3), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(valueSteps(3_890), [0, 1_000, 2_000, 3_000, 4_000])
  assert.deepEqual(valueSteps(0.9), [0, 0.2, 0.4, 0.6, 0.8, 1])
})

test('the plot has a line for each layout, and says its values in words', () => {
  const figures = [figure(1e4, 1, [2]), figure(1e4, 160, [3]), figure(1e7, 10_000, [4.5])]
  const rows = ['list', 'create'].map((name) => ({ name, figures }))
  const picture = growthPlot(rows)
  assert.equal(picture.match(/<polyline/g)?.length, 6)
  assert.match(
    picture,
    /<desc id="desc">.*many tenants, p99: 3.0 at 10,000, 4.5 at 10,000,000 tasks/,
  )
  assert.match(picture, /role="img" aria-labelledby="title desc"/)
  assert.match(picture, /prefers-color-scheme: dark/)
  assert.ok(!picture.includes('NaN'))
})

test('the page has a table for one tenant and one for many, and says what it leaves out', () => {
  const slow = { ...figure(1e6, 1, [9_000]), rows: 7, isSlow: true }
  const rows = [{ name: 'list', figures: [figure(1e4, 1, [2]), figure(1e4, 160, [3]), slow] }]
  const missing = [{ tasks: 1e7, tenants: 1 }]
  const page = growthPage({ description: 'a\nb', rounds: 'c', figures: 'd', rows, missing })
  assert.match(
    page,
    /## Many tenants\n\n\| Request \| 10,000 tasks \/ 160: p50 \/ p99 \| req\/s \|/,
  )
  assert.match(page, /\| list \| 1.0 \/ 2.0 \| 500 \| 1.0 \/ 9000.0 \(7\) ⁂ \| 0.1 \|/)
  assert.match(page, /- c\n- not measured, not enough disk space: 10,000,000 tasks of 1 tenants\n/)
})
