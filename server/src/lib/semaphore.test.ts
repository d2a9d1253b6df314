import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

const rejection = () => new Error('full')

test('runs as many as it has permits, queues a few and rejects further calls', async () => {
  const withPermit = createSemaphore({ permits: 2, maxWaiting: 1, rejection })
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<number>())
  const begun: number[] = []
  const results = gates.map(({ promise }, index) =>
    withPermit(() => {
      begun.push(index)
      return promise
    }),
  )
  await assert.rejects(
    withPermit(async () => 9),
    /full/,
  )
  assert.deepEqual(begun, [0, 1])
  gates[1]?.resolve(11)
  await turn()
  assert.deepEqual(begun, [0, 1, 2])
  gates[0]?.resolve(10)
  gates[2]?.resolve(12)
  assert.deepEqual(await Promise.all(results), [10, 11, 12])
})

test('a failure releases its permit', async () => {
  const withPermit = createSemaphore({ permits: 1, maxWaiting: 0, rejection })
  await assert.rejects(
    withPermit(async () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await withPermit(async () => 'next'), 'next')
})
