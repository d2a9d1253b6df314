import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isContested, judgeResync, mayStillAsk, type ResyncRow, SETTLE_MS } from './resync.ts'

const now = new Date('2026-01-31T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const epoch = { number: 3, beganAt: ago(60_000) }
const [mine, others] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const row: ResyncRow = {
  epoch: 2,
  ratchet_position: 10,
  resync_epoch: null,
  resync_hash: null,
  resync_asked_at: null,
  frozen_at: null,
}
const asked = (ms: number): ResyncRow => ({
  ...row,
  resync_epoch: 3,
  resync_hash: mine,
  resync_asked_at: ago(ms),
})
const judge = (given: ResyncRow, position: number | undefined, hash = mine) =>
  judgeResync(given, epoch, { hash, position }, now)

test('asks, waits and re-syncs when it is ahead', () => {
  assert.equal(judge(row, 11), 'ask')
  assert.equal(judge(asked(SETTLE_MS - 1), 11), 'wait')
  assert.equal(judge(asked(SETTLE_MS), 11), 'resync')
})

test('is a copy when it is not ahead, was not made here, or the epoch is closed', () => {
  assert.equal(judge(row, 10), 'copy')
  assert.equal(judge(row, 9), 'copy')
  assert.equal(judge(row, undefined), 'copy')
  assert.equal(judge({ ...row, epoch: 3 }, 11), 'copy')
})

test('is a copy when another one has asked, however far it is', () => {
  assert.equal(judge(asked(1_000), 12, others), 'copy')
  assert.equal(judge(asked(SETTLE_MS), 99, others), 'copy')
  assert.equal(isContested(asked(1_000), epoch), true)
  assert.equal(isContested({ ...asked(1_000), epoch: 3 }, epoch), false)
})

test('what was asked for in an earlier epoch does not count', () => {
  assert.equal(judge({ ...asked(SETTLE_MS), resync_epoch: 2 }, 11, others), 'ask')
  assert.equal(isContested({ ...asked(1_000), resync_epoch: 2 }, epoch), false)
})

test('only one that was frozen since the restore may still ask', () => {
  assert.equal(mayStillAsk({ ...row, frozen_at: ago(30_000) }, epoch), true)
  assert.equal(mayStillAsk({ ...row, frozen_at: ago(90_000) }, epoch), false)
  assert.equal(mayStillAsk({ ...row, epoch: 3, frozen_at: ago(30_000) }, epoch), false)
})
