import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTtlCache } from './ttl-cache.ts'

let clock = 0
const now = () => clock

/** Returns how often it was called; each call advances the clock by `tookMs`. */
function loader(tookMs = 0) {
  let made = 0
  return async () => {
    clock += tookMs
    return ++made
  }
}

test('a value is loaded once and kept for its TTL', async () => {
  const cached = createTtlCache<number>({ minTtlMs: 100, now })
  const load = loader()
  assert.deepEqual(
    await Promise.all([cached('a', 'q', load), cached('a', 'q', load)]),
    [1, 1],
    'concurrent calls share a load',
  )
  clock += 99
  assert.equal(await cached('a', 'q', load), 1)
  clock += 1
  assert.equal(await cached('a', 'q', load), 2)
})

test('entries that cost more to load live longer, up to a limit', async () => {
  const cached = createTtlCache<number>({ minTtlMs: 100, maxTtlMs: 1_000, now })
  const slow = loader(40)
  await cached('a', 'slow', slow)
  clock += 799
  assert.equal(await cached('a', 'slow', slow), 1)
  clock += 1
  assert.equal(await cached('a', 'slow', slow), 2)
  const slowest = loader(10_000)
  await cached('a', 'slowest', slowest)
  clock += 1_000
  assert.equal(await cached('a', 'slowest', slowest), 2)
})

test('values are separate per tenant and name', async () => {
  const cached = createTtlCache<string>({ now })
  const answers = ['a q', 'b q', 'a r'].map((key) => {
    const [tenant = '', question = ''] = key.split(' ')
    return cached(tenant, question, async () => key)
  })
  assert.deepEqual(await Promise.all(answers), ['a q', 'b q', 'a r'])
})

test('a failure reaches the waiting calls and is not cached', async () => {
  const cached = createTtlCache<number>({ now })
  await assert.rejects(
    cached('a', 'q', () => Promise.reject(new Error('gone'))),
    /gone/,
  )
  assert.equal(await cached('a', 'q', loader()), 1)
})

test('the cache holds a bounded number of entries', async () => {
  const cached = createTtlCache<number>({ maxEntries: 2, minTtlMs: 100, now })
  const loaders = new Map(['a', 'b', 'c'].map((tenant) => [tenant, loader()]))
  const ask = (tenant: string) => cached(tenant, 'q', loaders.get(tenant) ?? loader())
  for (const tenant of ['a', 'b', 'c']) await ask(tenant)
  assert.equal(await ask('c'), 1)
  assert.equal(await ask('a'), 2, 'the oldest was evicted')
})
