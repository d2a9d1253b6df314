import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  correctionFor,
  parseCpuTimes,
  readCpuTimes,
  slowdownOf,
  stolenShare,
} from './machine-time.ts'

describe('the time of the machine', () => {
  it('is read from the first line of /proc/stat, guest times left out', () => {
    const text = 'cpu  10 20 30 40 50 60 70 80 5 5\ncpu0 1 2 3 4 5 6 7 8 9 10\n'
    assert.deepEqual(parseCpuTimes(text), { total: 360, stolen: 80 })
  })

  it('gives the share that the host took away', () => {
    const before = { total: 1_000, stolen: 100 }
    assert.equal(stolenShare(before, { total: 2_000, stolen: 400 }), 0.3)
    assert.equal(stolenShare(before, before), 0)
  })

  it('is slower when the same work costs more, and never faster than the reference', () => {
    assert.equal(slowdownOf([21, 21, 42]), 2)
    assert.equal(slowdownOf([7, 7]), 1)
    assert.equal(slowdownOf([1_000]), 3)
    assert.equal(slowdownOf([]), 1)
  })

  it('is corrected by the larger cause alone', () => {
    assert.equal(correctionFor(2, 0.3), 2)
    assert.equal(correctionFor(1.1, 0.5), 2)
    assert.equal(correctionFor(1, 0), 1)
  })

  it('counts nothing as stolen where the system does not report it', () => {
    assert.deepEqual(readCpuTimes('/no/such/file'), { total: 0, stolen: 0 })
  })
})
