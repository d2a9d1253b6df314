import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BATCH_BYTES, BatchSize } from './batch-size.ts'

const MB = 1_000_000

describe('the size of a batch', () => {
  it('grows by steps to its limit while events are small', () => {
    const size = new BatchSize()
    const rows = [size.rows]
    for (let i = 0; i < 6; i++) {
      size.note(size.rows, size.rows * 2_000)
      rows.push(size.rows)
    }
    assert.deepEqual(rows, [128, 256, 512, 1_000, 1_000, 1_000, 1_000])
  })

  it('asks for as many large events as fit, and for more again step by step', () => {
    const size = new BatchSize()
    size.note(9, 9 * MB)
    assert.equal(size.rows, Math.ceil(BATCH_BYTES / MB))
    size.note(2, 4 * MB * 10)
    assert.equal(size.rows, 8)
    size.note(8, 100)
    assert.equal(size.rows, 16)
  })

  it('learns nothing from an empty batch', () => {
    const size = new BatchSize()
    size.note(0, 0)
    assert.equal(size.rows, 128)
  })
})
