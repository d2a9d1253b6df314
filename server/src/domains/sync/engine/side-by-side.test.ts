import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sideBySide } from './side-by-side.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('everything is done, never more at a time than allowed', async () => {
  const done: number[] = []
  let now = 0
  let most = 0
  await sideBySide([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++now)
    await tick()
    now--
    done.push(item)
  })
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7],
  )
  assert.equal(most, 3)
})

test('one at a time keeps the order', async () => {
  const done: number[] = []
  await sideBySide([1, 2, 3], 1, async (item) => {
    await tick()
    done.push(item)
  })
  assert.deepEqual(done, [1, 2, 3])
})

test('an error is thrown after items in progress have ended, and no more are started', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = async (item: number) => {
    begun.push(item)
    await tick()
    if (item === 1) throw new Error('no')
    await tick()
    ended.push(item)
  }
  await assert.rejects(sideBySide([1, 2, 3, 4], 2, work), /no/)
  assert.deepEqual([begun, ended], [[1, 2], [2]])
})
