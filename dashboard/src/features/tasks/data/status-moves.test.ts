// The way back through the statuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATUSES } from '#api/transitions.gen.ts'
import { findWay, movesFrom } from './status-moves.ts'

test('a completed task goes back to where it was through ready', () => {
  assert.deepEqual(findWay('completed', 'in_progress'), ['ready', 'in_progress'])
  assert.deepEqual(findWay('canceled', 'input_required'), [
    'ready',
    'in_progress',
    'input_required',
  ])
  assert.deepEqual(findWay('ready', 'ready'), [])
})

test('every way there is takes allowed steps only', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const way = findWay(from, to) ?? []
      let here = from
      for (const step of way) {
        assert.ok(movesFrom(here).includes(step), `${from} → ${to}: ${here} → ${step}`)
        here = step
      }
      assert.equal(here, to)
    }
  }
})
