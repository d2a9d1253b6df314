// How long a request that waited before waits for its connection, and what happens to one that comes too late.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { ACQUIRE_TIMEOUT_MS, connectAfter, remainingWaitMs } from './connect-after.ts'

function fakePool() {
  const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
  let released = 0
  const client = { release: () => void released++ } as unknown as PoolClient // only released here
  return {
    connect: () => promise,
    open: () => resolve(client),
    fail: reject,
    released: () => released,
    client,
  }
}

test('all waits of a request take at most the time of one, and a moment to open a connection', () => {
  assert.equal(remainingWaitMs(0), undefined)
  assert.equal(remainingWaitMs(250), undefined)
  for (const earlierMs of [251, 1_000, 3_000, 3_500]) {
    const ms = remainingWaitMs(earlierMs) ?? assert.fail()
    assert.ok(ms >= 250 && earlierMs + ms <= ACQUIRE_TIMEOUT_MS + 250, `${earlierMs} + ${ms}`)
  }
})

test('a connection that comes in time is used, also after an earlier wait', async () => {
  for (const earlierMs of [0, 3_400]) {
    const pool = fakePool()
    const connecting = connectAfter(earlierMs, pool)
    pool.open()
    assert.equal(await connecting, pool.client)
    assert.equal(pool.released(), 0)
  }
})

test('one that comes too late goes back to the pool', async () => {
  const pool = fakePool()
  await assert.rejects(connectAfter(3_400, pool), DatabaseUnavailable)
  pool.open()
  await new Promise(setImmediate)
  assert.equal(pool.released(), 1)
})

test('the error of a pool is passed on', async () => {
  const pool = fakePool()
  const error = new Error('too many connections')
  pool.fail(error)
  await assert.rejects(connectAfter(3_400, pool), error)
})
