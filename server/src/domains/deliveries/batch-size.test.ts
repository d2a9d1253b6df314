import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BATCH_BYTES, BatchSize, Sharing } from './batch-size.ts'

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

  it('requests as many large events as fit, and grows again by steps', () => {
    const size = new BatchSize()
    size.note(9, 9 * MB)
    assert.equal(size.rows, Math.ceil(BATCH_BYTES / MB))
    size.note(2, 4 * MB * 10)
    assert.equal(size.rows, 2)
    size.note(2, 100)
    assert.equal(size.rows, 4)
  })

  it('requests fewer while a batch takes longer than its target', () => {
    let now = 0
    const sharing = new Sharing(() => now)
    const size = new BatchSize({ sharing, now: () => now })
    sharing.note(['a'])
    now += 2_000
    assert.equal(size.rows, 128)
    now += 200
    size.note(128, 128)
    assert.equal(size.rows, 64)
    // Another tenant has new events, too.
    sharing.note(['b'])
    now += 100
    size.note(64, 64)
    assert.equal(size.rows, 16)
    now += 1
    size.note(16, 16)
    assert.equal(size.rows, 32)
  })

  it('keeps the rows that it is sure of however long a batch takes, but not if they are too large', () => {
    let now = 0
    const size = new BatchSize({ maxBytes: MB, sureRows: 256, now: () => now })
    assert.equal(size.rows, 256)
    now += 60_000
    size.note(3, 3_000)
    assert.equal(size.rows, 256)
    size.note(256, 256_000)
    assert.equal(size.rows, 512)
    size.note(2, 2 * MB)
    assert.equal(size.rows, 2)
  })

  it('does not adapt to an empty batch', () => {
    const size = new BatchSize()
    size.note(0, 0)
    assert.equal(size.rows, 128)
  })
})
