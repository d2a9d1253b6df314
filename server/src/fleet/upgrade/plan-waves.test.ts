import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planWaves } from './plan-waves.ts'

const cells = [
  { name: 'large', tenants: 9_000 },
  { name: 'b', tenants: 20 },
  { name: 'a', tenants: 20 },
  { name: 'small', tenants: 3 },
]

test('the canary is first, then small cells before large ones', () => {
  const waves = planWaves(cells, { canary: ['b'], waveSize: 2 })
  assert.deepEqual(waves, [['b'], ['small', 'a'], ['large']])
})

test('without a choice, the cell with the fewest tenants is the canary', () => {
  const waves = planWaves(cells, { canary: undefined, waveSize: 10 })
  assert.deepEqual(waves, [['small'], ['a', 'b', 'large']])
})

test('several canaries are one wave, and no cell is in two', () => {
  const waves = planWaves(cells, { canary: ['large', 'small'], waveSize: 1 })
  assert.deepEqual(waves, [['small', 'large'], ['a'], ['b']])
})

test('a fleet without cells has no waves', () => {
  assert.deepEqual(planWaves([], { canary: undefined, waveSize: 1 }), [])
})
