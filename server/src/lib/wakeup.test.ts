import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createWakeup } from './wakeup.ts'

/** How long it waits, on a mock clock that a busy machine does not slow down. */
async function measure(t: TestContext, begin: () => Promise<void>): Promise<number> {
  let isOver = false
  const waiting = begin().then(() => (isOver = true))
  const isWaiting = () => !isOver
  let ms = 0
  for (; isWaiting() && ms < 10_000; ms++) {
    t.mock.timers.tick(1)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  await waiting
  return ms
}

describe('wakeup', () => {
  it('waits longer while there is no work, and short again after work', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const wakeup = createWakeup({ shortestMs: 10, longestMs: 40 })
    const waits = []
    for (let look = 0; look < 8; look++) waits.push(await measure(t, () => wakeup.wait(false)))
    assert.deepEqual(
      waits,
      waits.toSorted((a, b) => a - b),
    )
    assert.equal(waits.at(-1), 40)
    assert.equal(await measure(t, () => wakeup.wait(true)), 10)
  })

  it('ends a wait immediately, also one that has not begun', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const wakeup = createWakeup({ shortestMs: 5_000, longestMs: 5_000 })
    setTimeout(wakeup.notify, 5)
    assert.equal(await measure(t, () => wakeup.wait(true)), 5)
    wakeup.notify()
    assert.ok((await measure(t, () => wakeup.wait(true))) <= 1)
  })
})
