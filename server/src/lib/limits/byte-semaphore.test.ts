import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteSemaphore, SemaphoreTimeout } from './byte-semaphore.ts'

const open = (waitMs = 5_000) => createByteSemaphore({ totalBytes: 100, shareBytes: 40, waitMs })

/** Work that holds its bytes until `end` is called. */
function hold(budget: ReturnType<typeof open>, owner: string, bytes: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  const done = budget.during(owner, bytes, () => {
    hasBegun = true
    return promise
  })
  return { end: resolve, done, hasBegun: () => hasBegun }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('one owner has a share, and other owners overtake its waiting requests', async () => {
  const budget = open()
  const all = [hold(budget, 'a', 40), hold(budget, 'a', 10), hold(budget, 'b', 40)]
  await turn()
  assert.deepEqual(
    all.map((one) => one.hasBegun()),
    [true, false, true],
  )
  assert.equal(budget.usedBytes(), 80)
  all[0]?.end()
  await turn()
  assert.equal(all[1]?.hasBegun(), true)
  for (const { end } of all) end()
  await Promise.all(all.map(({ done }) => done))
  assert.equal(budget.usedBytes(), 0)
})

test('all owners together never exceed the total', async () => {
  const budget = open()
  const all = ['a', 'b', 'c'].map((owner) => hold(budget, owner, 40))
  await turn()
  assert.equal(all[2]?.hasBegun(), false)
  all[1]?.end()
  await turn()
  assert.equal(all[2]?.hasBegun(), true)
  for (const { end } of all) end()
  await Promise.all(all.map(({ done }) => done))
})

test('a wait that times out is rejected and takes no bytes', async () => {
  const budget = open(20)
  const first = hold(budget, 'a', 40)
  await assert.rejects(
    budget.during('a', 1, async () => {}),
    SemaphoreTimeout,
  )
  first.end()
  await first.done
  assert.equal(budget.usedBytes(), 0)
})

test('a request larger than the total runs alone, and a failure releases its bytes', async () => {
  const budget = open()
  await assert.rejects(
    budget.during('a', 1_000, async () => {
      throw new Error('no')
    }),
    /no/,
  )
  assert.equal(budget.usedBytes(), 0)
})
