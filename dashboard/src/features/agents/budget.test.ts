import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetUseOf, highestShare, isExhausted, toneOfShare } from './budget.ts'

const usage = { seconds: 90, calls: 8, effects: 0, declared_tokens: 0, declared_cost: 0 }
const none = { seconds: null, calls: null, effects: null }
const agent = (budget: Partial<typeof none | Record<string, number | null>>) => ({
  day_budget: { ...none, ...budget },
  usage_today: usage,
})

test('an agent without limits never exhausts its budget', () => {
  assert.equal(highestShare(agent({})), 0)
  assert.equal(isExhausted(agent({})), false)
})

test('the share is what was used of the limit', () => {
  const [seconds, calls] = budgetUseOf(agent({ seconds: 100, calls: 8 }))
  assert.deepEqual([seconds?.share, calls?.share], [0.9, 1])
  assert.equal(isExhausted(agent({ seconds: 100 })), false)
  assert.equal(isExhausted(agent({ calls: 8 })), true)
})

test('no changes allowed is a rule, and no requests allowed is an exhausted budget', () => {
  assert.equal(isExhausted(agent({ effects: 0 })), false)
  assert.equal(isExhausted(agent({ calls: 0 })), true)
})

test('bars are amber from 80 % and red from 100 %', () => {
  assert.deepEqual([0.79, 0.8, 0.99, 1, 1.4].map(toneOfShare), [
    undefined,
    'amber',
    'amber',
    'red',
    'red',
  ])
})
