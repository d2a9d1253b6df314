// Which steps of a plan are folded away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldPlan } from './fold-plan.ts'

const plan = (done: number, pending: number) => [
  ...Array.from({ length: done }, (_, step) => ({ title: `Step ${step}`, state: 'done' as const })),
  ...Array.from({ length: pending }, () => ({ title: 'Later', state: 'pending' as const })),
]

test('a short plan is shown whole', () => {
  assert.deepEqual([foldPlan(plan(6, 2)).hidden, foldPlan(plan(6, 2)).shown.length], [0, 8])
})

test('of a long one all but the last two ended steps are folded away', () => {
  const { hidden, shown } = foldPlan(plan(7, 3))
  assert.deepEqual([hidden, shown.length, shown[0]?.title], [5, 5, 'Step 5'])
  assert.equal(foldPlan(plan(1, 9)).hidden, 0)
  assert.equal(foldPlan(plan(9, 0)).hidden, 7)
})
