import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createTurnstile } from './turnstile.ts'

const refusal = () => new Error('full')

test('works on no more than its places, one after the other, and turns the rest away', async () => {
  const pass = createTurnstile({ places: 2, waiting: 1, refusal })
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<number>())
  const begun: number[] = []
  const results = gates.map(({ promise }, index) =>
    pass(() => {
      begun.push(index)
      return promise
    }),
  )
  await assert.rejects(
    pass(async () => 9),
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

test('a failure frees its place', async () => {
  const pass = createTurnstile({ places: 1, waiting: 0, refusal })
  await assert.rejects(
    pass(async () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await pass(async () => 'next'), 'next')
})
