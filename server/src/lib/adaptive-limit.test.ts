import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AdaptiveLimit, createAdaptiveLimit } from './adaptive-limit.ts'

const MAX = 1_000
const MIN = 100
const TARGET_MS = 250

/** A server that completes a fixed number per second under constant load; returns the final state. */
function overload(
  limit: AdaptiveLimit,
  clock: { now: number },
  perSecond: number,
  seconds: number,
) {
  const queue: number[] = []
  const durations: number[] = []
  let refused = 0
  for (const end = clock.now + seconds * 1000; clock.now < end; clock.now += 1000 / perSecond) {
    // Ten requests arrive for each one that completes.
    for (let arrival = 0; arrival < 10; arrival++) {
      if (limit.enter()) queue.push(clock.now)
      else refused++
    }
    const enteredAt = queue.shift()
    if (enteredAt === undefined) continue
    durations.push(clock.now - enteredAt)
    limit.leave(clock.now - enteredAt)
  }
  for (const enteredAt of queue) limit.leave(clock.now - enteredAt)
  return { refused, late: durations.slice(-perSecond / 2).toSorted((a, b) => a - b) }
}

function start() {
  const clock = { now: 0 }
  const limit = createAdaptiveLimit({
    max: MAX,
    min: MIN,
    targetMs: TARGET_MS,
    now: () => clock.now,
  })
  return { clock, limit }
}

for (const perSecond of [800, 2_000, 20_000]) {
  test(`at ${perSecond} per second, admitted requests stay near the target latency, and no slot is idle`, () => {
    const { clock, limit } = start()
    const { late, refused } = overload(limit, clock, perSecond, 5)
    const p99 = late[Math.floor(late.length * 0.99)] ?? 0
    assert.ok(p99 <= 1.5 * TARGET_MS, `${p99} ms`)
    assert.ok(refused > 0)
    const expected = Math.min(MAX, (perSecond * TARGET_MS) / 1000)
    assert.ok(limit.current() >= 0.6 * expected, `${limit.current()} of ${expected}`)
  })
}

test('control: with a fixed limit, all requests to a slow server wait', () => {
  const clock = { now: 0 }
  const limit = createAdaptiveLimit({
    max: MAX,
    min: MAX,
    targetMs: TARGET_MS,
    now: () => clock.now,
  })
  const { late } = overload(limit, clock, 800, 5)
  assert.ok((late[0] ?? 0) > 4 * TARGET_MS)
})

test('a burst after an idle period is admitted, up to the maximum', () => {
  const { limit } = start()
  const entered = Array.from({ length: MAX + 5 }, () => limit.enter())
  assert.equal(entered.filter(Boolean).length, MAX)
  assert.equal(limit.inFlight(), MAX)
})

test('a few slow requests do not lower the limit', () => {
  const { clock, limit } = start()
  for (let second = 0; second < 10; second++) {
    const entered = Array.from({ length: MIN }, () => limit.enter())
    assert.ok(entered.every(Boolean))
    clock.now += 2_000
    for (const _ of entered) limit.leave(2_000)
  }
  assert.equal(limit.current(), MAX)
})

test('the limit never drops below the minimum, and recovers to the maximum within seconds', () => {
  const { clock, limit } = start()
  overload(limit, clock, 20, 60)
  assert.ok(limit.current() <= 1.2 * MIN, `${limit.current()}`)
  for (let window = 0; window < 30; window++) {
    clock.now += 100
    limit.enter()
    limit.leave(1)
  }
  assert.equal(limit.current(), MAX)
})

test('a maximum below the minimum is respected', () => {
  const limit = createAdaptiveLimit({ max: 4, min: MIN, targetMs: TARGET_MS })
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => limit.enter()),
    [true, true, true, true, false],
  )
})

/** For one second, each call takes a slot and releases it after the duration of its owner. */
function takeTurns(
  limit: AdaptiveLimit,
  clock: { now: number },
  durations: Readonly<Record<string, number>>,
): void {
  for (let turn = 0; turn < 20; turn++) {
    for (let count = 0; count < MIN + 1; count++) limit.enter()
    clock.now += 50
    const owners = Object.entries(durations)
    for (let count = 0; count < MIN + 1; count++) {
      const [owner, durationMs] = owners[count % owners.length] ?? []
      limit.leave(durationMs, owner)
    }
  }
}

test('one slow owner does not lower the limit, a majority of slow owners does', () => {
  const { clock, limit } = start()
  takeTurns(limit, clock, { slow: 5_000, a: 20, b: 30 })
  assert.equal(limit.current(), MAX)
  takeTurns(limit, clock, { slow: 5_000, a: 1_000, b: 30 })
  assert.equal(limit.current(), MIN)
})

test('a single owner lowers its own limit', () => {
  const { clock, limit } = start()
  takeTurns(limit, clock, { slow: 5_000 })
  assert.equal(limit.current(), MIN)
})
