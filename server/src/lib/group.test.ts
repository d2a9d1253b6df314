import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable } from './database-failure.ts'
import { createGroup } from './group.ts'
import { Problem } from './problem.ts'
import { afterWait, earlierWaitMs } from './time/earlier-wait.ts'

const always = () => true
const byHundred = (item: number) => String(Math.floor(item / 100))

function recorder() {
  const groups: number[][] = []
  const gates: (() => void)[] = []
  return {
    groups,
    /** Completes the oldest group in flight. */
    release: () => gates.shift()?.(),
    send: async (items: readonly number[]) => {
      groups.push([...items])
      await new Promise<void>((resume) => gates.push(resume))
      return items.map((item) => item * 10)
    },
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resume) => setImmediate(resume))
}

test('items that arrive while a group is in flight are sent together, in order', async () => {
  const { groups, release, send } = recorder()
  const group = createGroup({ send, mayGoAlone: always, maxItems: 10, maxWaiting: 100 })
  const first = group.submit(1)
  await until(() => groups.length === 1)
  const rest = [2, 3, 4].map((item) => group.submit(item))
  assert.equal(group.waiting(), 3)
  release()
  assert.equal(await first, 10)
  await until(() => groups.length === 2)
  release()
  assert.deepEqual(await Promise.all(rest), [20, 30, 40])
  assert.deepEqual(groups, [[1], [2, 3, 4]])
})

test('with a concurrency of two, a second group leaves while the first is in flight, and a third waits', async () => {
  const { groups, release, send } = recorder()
  const options = { send, mayGoAlone: always, maxItems: 10, maxWaiting: 100, concurrency: 2 }
  const group = createGroup(options)
  const all = [group.submit(1)]
  await until(() => groups.length === 1)
  all.push(group.submit(2), group.submit(3))
  await until(() => groups.length === 2)
  all.push(group.submit(4), group.submit(5))
  assert.equal(group.waiting(), 2)
  release()
  await until(() => groups.length === 3)
  release()
  release()
  assert.deepEqual(await Promise.all(all), [10, 20, 30, 40, 50])
  assert.deepEqual(groups, [[1], [2, 3], [4, 5]])
})

test('items of one event loop turn leave together, whatever the concurrency', async () => {
  const { groups, release, send } = recorder()
  const options = { send, mayGoAlone: always, maxItems: 10, maxWaiting: 100, concurrency: 2 }
  const group = createGroup(options)
  for (const items of [
    [1, 2],
    [3, 4],
  ]) {
    const all = items.map((item) => group.submit(item))
    await until(() => groups.at(-1)?.[0] === items[0])
    release()
    await Promise.all(all)
  }
  assert.deepEqual(groups, [
    [1, 2],
    [3, 4],
  ])
})

test('a group never exceeds maxItems', async () => {
  const { groups, release, send } = recorder()
  const group = createGroup({ send, mayGoAlone: always, maxItems: 2, maxWaiting: 100 })
  const all = [1, 2, 3, 4, 5].map((item) => group.submit(item))
  for (const count of [1, 2, 3]) {
    await until(() => groups.length === count)
    release()
  }
  await Promise.all(all)
  assert.deepEqual(groups, [[1, 2], [3, 4], [5]])
})

test('beyond maxWaiting, items are rejected immediately', async () => {
  const { groups, release, send } = recorder()
  const group = createGroup({ send, mayGoAlone: always, maxItems: 1, maxWaiting: 2 })
  const first = group.submit(1)
  await until(() => groups.length === 1)
  const waiting = [group.submit(2), group.submit(3)]
  assert.throws(
    () => void group.submit(4),
    (error) => error instanceof Problem && error.code === 'overloaded',
  )
  for (const count of [1, 2, 3]) {
    await until(() => groups.length === count)
    release()
  }
  await Promise.all([first, ...waiting])
})

test('when a group fails, each of its items may be retried alone, and the next group is not affected', async () => {
  let sent = 0
  const group = createGroup<number, number>({
    send: async (items) => {
      sent++
      if (items.includes(2)) throw new Error('one bad item')
      return items.map((item) => item * 10)
    },
    mayGoAlone: always,
    maxItems: 3,
    maxWaiting: 100,
  })
  const all = [1, 2, 3, 4].map((item) => group.submit(item))
  assert.deepEqual(await Promise.all(all), [undefined, undefined, undefined, 40])
  assert.equal(sent, 2)
})

test('a failure with an unknown outcome rejects every item of the group', async () => {
  const group = createGroup<number, number>({
    send: async () => {
      throw new Error('connection lost')
    },
    mayGoAlone: () => false,
    maxItems: 3,
    maxWaiting: 100,
  })
  const results = await Promise.allSettled([group.submit(1), group.submit(2)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})

test('owners take turns, and one may have at most as many waiting as it leaves to others', async () => {
  const { groups, release, send } = recorder()
  const group = createGroup({
    send,
    mayGoAlone: always,
    maxItems: 3,
    maxWaiting: 8,
    ownerOf: byHundred,
  })
  const first = group.submit(1)
  await until(() => groups.length === 1)
  const many = [2, 3, 4, 5].map((item) => group.submit(item))
  assert.throws(
    () => void group.submit(6),
    (error) => error instanceof Problem && error.code === 'overloaded',
  )
  const few = group.submit(100)
  for (const count of [1, 2, 3]) {
    await until(() => groups.length === count)
    release()
  }
  await Promise.all([first, few, ...many])
  assert.deepEqual(groups, [[1], [2, 100, 3], [4, 5]])
})

test('a group is closed before it exceeds its byte limit, and a larger item is sent alone', async () => {
  const { groups, release, send } = recorder()
  const bytes = { sizeOf: (item: number) => item, max: 10 }
  const group = createGroup({ send, mayGoAlone: always, maxItems: 9, maxWaiting: 9, bytes })
  const all = [4, 6, 1, 50, 2].map((item) => group.submit(item))
  for (const count of [1, 2, 3, 4]) {
    await until(() => groups.length === count)
    release()
  }
  await Promise.all(all)
  assert.deepEqual(groups, [[4, 6], [1], [50], [2]])
})

for (const afterMs of [50, undefined]) {
  const what = afterMs === undefined ? 'control: without the option,' : 'after an outage,'
  const which =
    afterMs === undefined ? 'all items wait for another group' : 'the old items fail too'
  test(`${what} ${which}`, async () => {
    const outage = new DatabaseUnavailable('no connection')
    const gate = Promise.withResolvers<void>()
    const groups: number[][] = []
    const group = createGroup<number, number>({
      mayGoAlone: () => false,
      maxItems: 10,
      maxWaiting: 100,
      ...(afterMs !== undefined && { failsTogetherAfterMs: afterMs }),
      async send(items) {
        groups.push([...items])
        if (groups.length === 1) await gate.promise
        return [...items]
      },
    })
    const first = group.submit(1)
    await until(() => groups.length === 1)
    const old = group.submit(2)
    await new Promise((resume) => setTimeout(resume, 60))
    const young = group.submit(3)
    gate.reject(outage)
    const results = await Promise.allSettled([first, old, young])
    const failed = results.map((result) => result.status === 'rejected' && result.reason === outage)
    assert.deepEqual(failed, [true, afterMs !== undefined, false])
    assert.deepEqual(groups, [[1], afterMs === undefined ? [2, 3] : [3]])
    assert.equal(group.waiting(), 0)
  })
}

test('a group knows the longest wait of its items; control: an item that has not waited', async () => {
  const seen: number[] = []
  const group = createGroup<number, number>({
    mayGoAlone: () => false,
    maxItems: 10,
    maxWaiting: 100,
    async send(items) {
      seen.push(earlierWaitMs())
      return [...items]
    },
  })
  await Promise.all([group.submit(1), afterWait(1_000, () => group.submit(2))])
  await afterWait(0, () => group.submit(3))
  const [first = 0, second] = seen
  assert.ok(first >= 1_000 && first < 2_000, `${first} ms`)
  assert.equal(second, 0)
})
