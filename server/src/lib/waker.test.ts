import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWaker } from './waker.ts'

async function measure(wait: Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await wait
  return performance.now() - startedAt
}

describe('waker', () => {
  it('waits longer while there is nothing to do, and short again after', async () => {
    const waker = createWaker({ shortestMs: 10, longestMs: 40 })
    for (let i = 0; i < 6; i++) await waker.wait(false)
    assert.ok((await measure(waker.wait(false))) >= 35)
    assert.ok((await measure(waker.wait(true))) < 35)
  })

  it('ends a wait at once, also one that has not begun', async () => {
    const waker = createWaker({ shortestMs: 5_000, longestMs: 5_000 })
    setTimeout(waker.wake, 5)
    assert.ok((await measure(waker.wait(true))) < 1_000)
    waker.wake()
    assert.ok((await measure(waker.wait(true))) < 1_000)
  })
})
