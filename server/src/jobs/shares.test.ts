import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createShares } from './shares.ts'

function openShares(room: number) {
  let rooms = 0
  const shares = createShares({ room, onRoom: () => void (rooms += 1) })
  return {
    /** How many of so many jobs were admitted. */
    submit(owner: string, count: number, group = `${owner} 1`, size = 1): number {
      let admitted = 0
      for (let i = 0; i < count; i++) if (shares.admit({ owner, group, size })) admitted += 1
      return admitted
    },
    end: (owner: string, count: number) => {
      for (let i = 0; i < count; i++) shares.leave(owner, 1)
    },
    get closed() {
      return shares.listClosed()
    },
    get rooms() {
      return rooms
    },
  }
}

describe('shares', () => {
  it('give one tenant half, and the next ones half of what is left', () => {
    const shares = openShares(100)
    assert.equal(shares.submit('noisy', 200), 50)
    assert.equal(shares.submit('quiet', 20), 20)
    assert.equal(shares.submit('noisy', 1), 0)
    assert.equal(shares.submit('loud', 200), 15)
    assert.equal(shares.submit('another', 1), 1)
  })

  it('close the groups of a tenant that were refused, all of them together', () => {
    const shares = openShares(10)
    shares.submit('noisy', 5, 'noisy 1')
    assert.deepEqual(shares.closed, [])
    shares.submit('noisy', 2, 'noisy 2')
    shares.submit('noisy', 2, 'noisy 3')
    shares.submit('quiet', 1)
    assert.deepEqual(shares.closed, ['noisy 2', 'noisy 3'])
  })

  it('open when half of it is free again, and say so once', () => {
    const shares = openShares(10)
    shares.submit('noisy', 10)
    shares.end('noisy', 1)
    assert.deepEqual([shares.rooms, shares.closed], [0, ['noisy 1']])
    shares.end('noisy', 1)
    assert.deepEqual([shares.rooms, shares.closed], [1, []])
    shares.end('noisy', 3)
    assert.deepEqual([shares.rooms, shares.submit('noisy', 10)], [1, 5])
  })

  it('open when another tenant leaves room', () => {
    const shares = openShares(1)
    assert.equal(shares.submit('first', 1), 1)
    assert.equal(shares.submit('second', 1), 0)
    shares.end('first', 1)
    assert.equal(shares.rooms, 1)
    assert.equal(shares.submit('second', 1), 1)
  })

  it('do not count what was refused', () => {
    const shares = openShares(2)
    assert.equal(shares.submit('noisy', 3), 1)
    assert.equal(shares.submit('quiet', 1), 1)
  })

  it('count the pieces of a job, and let one in whatever its size', () => {
    const shares = openShares(100)
    assert.equal(shares.submit('noisy', 5, 'noisy 1', 20), 2)
    assert.equal(shares.submit('quiet', 1, 'quiet 1', 200), 1)
    assert.equal(shares.submit('late', 1), 0)
  })
})
