import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBriefMemory } from './brief-memory.ts'

let clock = 0
const now = () => clock

/** Counts how often it was asked, and takes that many milliseconds of the clock. */
function maker(tookMs = 0) {
  let made = 0
  return async () => {
    clock += tookMs
    return ++made
  }
}

test('an answer is made once and believed for a while', async () => {
  const recall = createBriefMemory<number>({ leastMs: 100, now })
  const make = maker()
  assert.deepEqual(
    await Promise.all([recall('a', 'q', make), recall('a', 'q', make)]),
    [1, 1],
    'those who ask together share it',
  )
  clock += 99
  assert.equal(await recall('a', 'q', make), 1)
  clock += 1
  assert.equal(await recall('a', 'q', make), 2)
})

test('what cost more is believed longer, up to a limit', async () => {
  const recall = createBriefMemory<number>({ leastMs: 100, mostMs: 1_000, now })
  const slow = maker(40)
  await recall('a', 'slow', slow)
  clock += 799
  assert.equal(await recall('a', 'slow', slow), 1)
  clock += 1
  assert.equal(await recall('a', 'slow', slow), 2)
  const slowest = maker(10_000)
  await recall('a', 'slowest', slowest)
  clock += 1_000
  assert.equal(await recall('a', 'slowest', slowest), 2)
})

test('every tenant and every question has an answer of its own', async () => {
  const recall = createBriefMemory<string>({ now })
  const answers = ['a q', 'b q', 'a r'].map((key) => {
    const [tenant = '', question = ''] = key.split(' ')
    return recall(tenant, question, async () => key)
  })
  assert.deepEqual(await Promise.all(answers), ['a q', 'b q', 'a r'])
})

test('a failure is told to those who wait and not remembered', async () => {
  const recall = createBriefMemory<number>({ now })
  await assert.rejects(
    recall('a', 'q', () => Promise.reject(new Error('gone'))),
    /gone/,
  )
  assert.equal(await recall('a', 'q', maker()), 1)
})

test('it holds a bounded number of answers', async () => {
  const recall = createBriefMemory<number>({ maxEntries: 2, leastMs: 100, now })
  const makers = new Map(['a', 'b', 'c'].map((tenant) => [tenant, maker()]))
  const ask = (tenant: string) => recall(tenant, 'q', makers.get(tenant) ?? maker())
  for (const tenant of ['a', 'b', 'c']) await ask(tenant)
  assert.equal(await ask('c'), 1)
  assert.equal(await ask('a'), 2, 'the oldest made room')
})
