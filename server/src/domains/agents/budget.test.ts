import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeBudgets, noLimits, toBudgets } from './budget.ts'

test('limits that are not mentioned stay as they are, and null removes one', () => {
  const before = { run_budget: { seconds: 60, calls: 5, effects: 0 }, day_budget: noLimits }
  const columns = changeBudgets(before, { run_budget: { calls: null }, day_budget: { effects: 9 } })
  assert.deepEqual(toBudgets(columns), {
    run_budget: { seconds: 60, calls: null, effects: 0 },
    day_budget: { seconds: null, calls: null, effects: 9 },
  })
})

test('without a change the columns are the same', () => {
  const budget = { run_budget: { seconds: 1, calls: 2, effects: 3 }, day_budget: noLimits }
  assert.deepEqual(toBudgets(changeBudgets(budget, {})), budget)
})
