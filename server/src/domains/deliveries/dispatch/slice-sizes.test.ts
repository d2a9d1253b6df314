import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ROUND_BYTES,
  ROUND_TENANTS,
  RoundBudget,
  SLICE_BYTES,
  SLICE_ROWS,
  SliceSizes,
} from './slice-sizes.ts'

describe('the slice of a tenant', () => {
  it('does not depend on the events of other tenants', () => {
    const sizes = new SliceSizes()
    sizes.of('large').note(1, 20 * SLICE_BYTES)
    assert.equal(sizes.of('large').rows, 2)
    assert.equal(sizes.of('small').rows, SLICE_ROWS)
  })

  it('has at least 256 small events, however slow the rounds are', () => {
    const sizes = new SliceSizes({ targetMs: () => 0 })
    for (let round = 0; round < 5; round++) sizes.of('a').note(sizes.of('a').rows, 1_000)
    assert.equal(sizes.of('a').rows, 256)
  })

  it('is remembered while the tenant is behind', () => {
    const sizes = new SliceSizes()
    for (const id of ['a', 'b']) sizes.of(id).note(1, SLICE_BYTES)
    sizes.retain(['b', 'c'])
    assert.equal(sizes.count, 1)
    assert.deepEqual([sizes.of('a').rows, sizes.of('b').rows], [SLICE_ROWS, 2])
    sizes.retain([])
    assert.equal(sizes.count, 0)
  })

  it('is forgotten if a thousand other tenants were served since', () => {
    const sizes = new SliceSizes()
    for (const id of ['a', 'b']) sizes.of(id).note(1, SLICE_BYTES)
    for (let other = 0; other < 998; other++) sizes.of(`other ${other}`)
    sizes.of('a')
    sizes.of('one more')
    assert.equal(sizes.count, 1_000)
    assert.equal(sizes.of('a').rows, 2)
    assert.equal(sizes.of('b').rows, SLICE_ROWS)
    assert.equal(sizes.count, 1_000)
  })
})

describe('the budget of a round', () => {
  it('gives 256 events to each of four tenants, and more to a tenant that is alone', () => {
    assert.equal(new RoundBudget(ROUND_TENANTS, () => 0).rows, 256)
    assert.equal(new RoundBudget(2, () => 0).rows, 500)
    assert.equal(new RoundBudget(1, () => 0).rows, 1_000)
  })

  it('takes no more than 4 MiB, unless the first slice alone is larger', () => {
    assert.equal(ROUND_BYTES, 4 * 1024 * 1024)
    const budget = new RoundBudget(ROUND_TENANTS, () => 0)
    assert.deepEqual(
      [SLICE_BYTES, ROUND_BYTES, ROUND_BYTES - SLICE_BYTES, 1].map((bytes) => budget.take(bytes)),
      [true, false, true, false],
    )
    const large = new RoundBudget(ROUND_TENANTS, () => 0)
    assert.deepEqual([large.take(20 * ROUND_BYTES), large.take(1)], [true, false])
  })

  it('takes no further slice once its time is over', () => {
    let now = 0
    const budget = new RoundBudget(ROUND_TENANTS, () => now)
    now = 5_000
    assert.ok(budget.hasTime(), 'the first slice')
    budget.take(1)
    assert.ok(!budget.hasTime())
    const next = new RoundBudget(ROUND_TENANTS, () => now)
    next.take(1)
    now += 99
    assert.ok(next.hasTime())
    now += 1
    assert.ok(!next.hasTime())
  })
})
