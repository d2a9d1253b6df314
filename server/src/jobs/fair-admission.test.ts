import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFairAdmission } from './fair-admission.ts'

function openShares(capacity: number) {
  let notified = 0
  const admission = createFairAdmission({ capacity, onRoom: () => void (notified += 1) })
  return {
    /** How many of `count` jobs were admitted. */
    submit(owner: string, count: number, group = `${owner} 1`, size = 1): number {
      let admitted = 0
      for (let i = 0; i < count; i++) if (admission.admit({ owner, group, size })) admitted += 1
      return admitted
    },
    end: (owner: string, count: number) => {
      for (let i = 0; i < count; i++) admission.leave(owner, 1)
    },
    get closed() {
      return admission.listBlocked()
    },
    get notified() {
      return notified
    },
  }
}

describe('admission', () => {
  it('gives one tenant half, and the next ones half of the rest', () => {
    const admission = openShares(100)
    assert.equal(admission.submit('noisy', 200), 50)
    assert.equal(admission.submit('quiet', 20), 20)
    assert.equal(admission.submit('noisy', 1), 0)
    assert.equal(admission.submit('loud', 200), 15)
    assert.equal(admission.submit('another', 1), 1)
  })

  it('blocks the groups of a tenant that were rejected, all of them together', () => {
    const admission = openShares(10)
    admission.submit('noisy', 5, 'noisy 1')
    assert.deepEqual(admission.closed, [])
    admission.submit('noisy', 2, 'noisy 2')
    admission.submit('noisy', 2, 'noisy 3')
    admission.submit('quiet', 1)
    assert.deepEqual(admission.closed, ['noisy 2', 'noisy 3'])
  })

  it('reopens when half of the share is free again, and notifies once', () => {
    const admission = openShares(10)
    admission.submit('noisy', 10)
    admission.end('noisy', 1)
    assert.deepEqual([admission.notified, admission.closed], [0, ['noisy 1']])
    admission.end('noisy', 1)
    assert.deepEqual([admission.notified, admission.closed], [1, []])
    admission.end('noisy', 3)
    assert.deepEqual([admission.notified, admission.submit('noisy', 10)], [1, 5])
  })

  it('reopens when another tenant leaves capacity', () => {
    const admission = openShares(1)
    assert.equal(admission.submit('first', 1), 1)
    assert.equal(admission.submit('second', 1), 0)
    admission.end('first', 1)
    assert.equal(admission.notified, 1)
    assert.equal(admission.submit('second', 1), 1)
  })

  it('does not count rejected jobs', () => {
    const admission = openShares(2)
    assert.equal(admission.submit('noisy', 3), 1)
    assert.equal(admission.submit('quiet', 1), 1)
  })

  it('counts the pieces of a job, and admits a first job whatever its size', () => {
    const admission = openShares(100)
    assert.equal(admission.submit('noisy', 5, 'noisy 1', 20), 2)
    assert.equal(admission.submit('quiet', 1, 'quiet 1', 200), 1)
    assert.equal(admission.submit('late', 1), 0)
  })
})
