import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../problem.ts'
import { createFairShare } from './fair-share.ts'

function start(options: Partial<Parameters<typeof createFairShare>[0]> = {}) {
  const share = createFairShare({
    places: 10,
    maxWaiting: 100,
    maxWaitMs: 60_000,
    what: 'places',
    ...options,
  })
  const running: string[] = []
  const ends = new Map<string, () => void>()
  /** `a1` belongs to `a`. */
  const begin = (name: string) =>
    share(name.slice(0, 1), async () => {
      running.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      running.splice(running.indexOf(name), 1)
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begin, end, running }
}

const settled = () => new Promise((resume) => setImmediate(resume))
const names = (owner: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${owner}${index}`)
const isOverloaded = (error: unknown) => error instanceof Problem && error.code === 'overloaded'

test('a single owner gets all places but one, which stays free for the next owner', async () => {
  const { begin, end, running } = start()
  const all = names('a', 12).map(begin)
  assert.deepEqual(running, names('a', 9))
  all.push(begin('b0'))
  assert.ok(running.includes('b0'))
  while (running.length > 0) await end(running[0] ?? '')
  await Promise.all(all)
})

test('with other owners, one owner holds at most as many places as it leaves free', async () => {
  const { begin, end, running } = start()
  const all = [begin('b0'), ...names('a', 12).map(begin)]
  assert.equal(running.filter((name) => name.startsWith('a')).length, 5)
  all.push(...names('b', 12).map((name) => begin(`${name}b`)))
  assert.equal(running.filter((name) => name.startsWith('b')).length, 3)
  all.push(begin('c0'))
  assert.ok(running.includes('c0'))
  while (running.length > 0) await end(running[0] ?? '')
  await Promise.all(all)
})

test('owners take turns on a single place', async () => {
  const { begin, end, running } = start({ places: 1 })
  const all = ['a0', 'a1', 'a2', 'b0'].map(begin)
  for (const expected of ['a0', 'a1', 'b0', 'a2']) {
    assert.deepEqual(running, [expected])
    await end(expected)
  }
  await Promise.all(all)
  assert.deepEqual(running, [])
})

test('with a maximum, an owner gets no more places even while it is alone', async () => {
  const { begin, end, running } = start({ places: Number.POSITIVE_INFINITY, maxPlaces: 1 })
  const all = ['a0', 'a1', 'b0'].map(begin)
  assert.deepEqual(running, ['a0', 'b0'])
  await end('a0')
  assert.deepEqual(running, ['b0', 'a1'])
  await end('b0')
  await end('a1')
  await Promise.all(all)
})

test('work that fails releases its place', async () => {
  const share = createFairShare({ places: 1, maxWaiting: 1, maxWaitMs: 1_000, what: 'places' })
  await assert.rejects(share('a', () => Promise.reject(new Error('broken'))))
  assert.equal(await share('b', async () => 'fine'), 'fine')
})

test('when its queue is full, and after the maximum wait, the owner gets a 503', async () => {
  const { begin, running, end } = start({ places: 1, maxWaiting: 1, maxWaitMs: 20 })
  const first = begin('a0')
  const second = begin('a1')
  await assert.rejects(begin('a2'), isOverloaded)
  await assert.rejects(second, isOverloaded)
  const other = begin('b0')
  await end('a0')
  assert.deepEqual(running, ['b0'])
  await end('b0')
  await Promise.all([first, other])
})
