import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createAdaptiveLimit } from '../../lib/adaptive-limit.ts'
import { createInFlightSlots, type Priority } from './in-flight-slots.ts'
import { createSlotShares } from './slot-shares.ts'

/** The limit has been lowered from 1,000 to 100 while one tenant holds 120. */
function start({ isShared }: { isShared: boolean }) {
  const clock = { now: 0 }
  const limit = createAdaptiveLimit({ max: 1_000, min: 100, targetMs: 250, now: () => clock.now })
  const shares = isShared ? createSlotShares(() => clock.now) : undefined
  const slots = createInFlightSlots({ limit, isLagging: () => false, shares })
  const take = (owner: string) =>
    slots.acquire(new ServerResponse(new IncomingMessage(new Socket())), owner)
  const takeMany = (owner: string, count: number) =>
    Array.from({ length: count }, () => take(owner)).filter(Boolean).length
  assert.equal(takeMany('greedy', 120), 120)
  for (let turn = 0; turn < 5; turn++) {
    clock.now += 100
    limit.enter()
    limit.leave(60_000)
  }
  assert.ok(limit.current() <= 100)
  return { takeMany, limit }
}

test('after the limit was lowered, tenants with few requests are still admitted, up to an equal share', () => {
  const { takeMany, limit } = start({ isShared: true })
  assert.equal(takeMany('greedy', 10), 0)
  assert.equal(takeMany('other', 60), Math.ceil(limit.current() / 2))
  assert.equal(takeMany('greedy', 10), 0)
})

test('never more than twice the limit', () => {
  const { takeMany, limit } = start({ isShared: true })
  let count = 0
  for (let tenant = 0; tenant < 200; tenant++) count += takeMany(`tenant ${tenant}`, 1)
  assert.ok(count > 0 && 120 + count <= 2 * limit.current() + 4, `${count}`)
})

test('control: without shares none is admitted', () => {
  const { takeMany } = start({ isShared: false })
  assert.equal(takeMany('other', 60), 0)
})

test('critical requests are admitted beyond the limit, within half of it; control: others are not', () => {
  const limit = createAdaptiveLimit({ max: 100, min: 100, targetMs: 250 })
  const slots = createInFlightSlots({ limit, isLagging: () => false, shares: undefined })
  const take = (count: number, priority: Priority) =>
    Array.from({ length: count }, () =>
      slots.acquire(new ServerResponse(new IncomingMessage(new Socket())), '', priority),
    ).filter(Boolean).length
  assert.equal(take(120, 'normal'), 100)
  assert.equal(take(60, 'critical'), 50)
  assert.equal(take(1, 'normal'), 0)
})

/** The limit after a download whose reader took 30 ms, where requests may take 5 ms. */
async function limitAfterDownload(isTimed: boolean): Promise<number> {
  const clock = { now: 0 }
  const limit = createAdaptiveLimit({ max: 100, min: 1, targetMs: 5, now: () => clock.now })
  const slots = createInFlightSlots({ limit, isLagging: () => false, shares: undefined })
  const [response, other] = [0, 1].map(() => new ServerResponse(new IncomingMessage(new Socket())))
  assert.ok(response && other && slots.acquire(response, '') && slots.acquire(other, ''))
  if (!isTimed) slots.stopTiming(response)
  await setTimeout(30)
  assert.equal(slots.inFlight(), 2, 'it keeps its slot')
  slots.release(response)
  assert.equal(slots.inFlight(), 1)
  clock.now += 100
  limit.enter()
  return limit.current()
}

test('a download does not count as a slow request; control: timed, it lowers the limit', async () => {
  assert.equal(await limitAfterDownload(false), 100)
  assert.equal(await limitAfterDownload(true), 1)
})
