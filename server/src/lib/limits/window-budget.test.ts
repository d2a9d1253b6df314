import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWindowBudget, refund } from './window-budget.ts'

function begin(maxNames = 10) {
  const clock = { ms: 0 }
  const budget = createWindowBudget({ points: 2, windowMs: 1_000, maxNames, now: () => clock.ms })
  return { clock, budget }
}

test('a key waits for the end of its window once its points are used up', () => {
  const { clock, budget } = begin()
  budget.charge('ada')
  assert.equal(budget.waitMs('ada'), 0)
  clock.ms = 400
  budget.charge('ada')
  assert.equal(budget.waitMs('ada'), 600)
  assert.equal(budget.waitMs('grace'), 0)
  clock.ms = 1_000
  assert.equal(budget.waitMs('ada'), 0)
})

test('a refund counts in the window that was charged, and in no later one', () => {
  const { clock, budget } = begin()
  const first = budget.charge('ada')
  budget.charge('ada')
  refund([first])
  assert.equal(budget.waitMs('ada'), 0)
  clock.ms = 1_000
  budget.charge('ada')
  budget.charge('ada')
  refund([first])
  assert.ok(budget.waitMs('ada') > 0)
})

test('the key that was charged longest ago is evicted first', () => {
  const { budget } = begin(2)
  for (const name of ['ada', 'ada', 'grace', 'grace', 'ada', 'edsger']) budget.charge(name)
  assert.ok(budget.waitMs('ada') > 0)
  assert.equal(budget.waitMs('grace'), 0)
})
