import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessFailure } from './process-failure.ts'
import { type LaneLimits, type SlotLimits, Slots } from './slots.ts'

const open: LaneLimits = { processes: 100, perTenant: 100, queuePerTenant: 100, waitMs: 20_000 }

function slotsWith(processes: number, lanes: Partial<SlotLimits['lanes']> = {}): Slots {
  return new Slots({ processes, lanes: { quick: open, request: open, sync: open, ...lanes } })
}

const isBusy = (error: unknown) => isProcessFailure(error, 'busy')

test('one tenant gets no more than its share of a lane', async () => {
  const slots = slotsWith(4, { request: { ...open, perTenant: 2, waitMs: 20 } })
  await slots.acquire('request', 'a')
  const release = await slots.acquire('request', 'a')
  await assert.rejects(slots.acquire('request', 'a'), isBusy)
  await slots.acquire('request', 'b')
  release()
  await slots.acquire('request', 'a')
})

test('the rest of the other lanes is reserved for quick calls', async () => {
  const slots = slotsWith(3, { request: { ...open, processes: 2, waitMs: 20 } })
  await slots.acquire('request', 'a')
  await slots.acquire('request', 'b')
  await assert.rejects(slots.acquire('request', 'c'), isBusy)
  await slots.acquire('quick', 'd')
  await assert.rejects(
    slots.acquire('quick', 'd', AbortSignal.timeout(20)),
    (error) => isProcessFailure(error, 'late'),
    'there are three in total',
  )
})

test('tenants take turns, even if one queued many calls first', async () => {
  const slots = slotsWith(1)
  const release = await slots.acquire('sync', 'a')
  const order: string[] = []
  const waiting = ['a', 'a', 'a', 'b', 'c'].map(async (tenant) => {
    const done = await slots.acquire('sync', tenant)
    order.push(tenant)
    await sleep(1)
    done()
  })
  release()
  await Promise.all(waiting)
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'a'])
})

test('the queue of a tenant is bounded, and does not affect that of another', async () => {
  const slots = slotsWith(1, { request: { ...open, queuePerTenant: 2 } })
  const release = await slots.acquire('request', 'a')
  const waiting = [slots.acquire('request', 'a'), slots.acquire('request', 'a')]
  await assert.rejects(slots.acquire('request', 'a'), /2 calls of this tenant are already waiting/)
  const other = slots.acquire('request', 'b')
  assert.equal(slots.waitingCount(), 3)
  release()
  for (const one of [waiting[0], other, waiting[1]]) (await one)?.()
  assert.equal(slots.waitingCount(), 0)
})

test('an aborted call leaves the queue, and a slot released twice counts once', async () => {
  const slots = slotsWith(1)
  const release = await slots.acquire('request', 'a')
  const gone = new AbortController()
  const given = slots.acquire('request', 'b', gone.signal)
  gone.abort()
  await assert.rejects(given, (error) => isProcessFailure(error, 'late'))
  release()
  release()
  await slots.acquire('request', 'c')
  const late = slots.acquire('request', 'd', AbortSignal.timeout(20))
  await assert.rejects(late, (error) => isProcessFailure(error, 'late'))
})
