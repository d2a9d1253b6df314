import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasKey, SILENT_AFTER_MS, stateOf } from './state.ts'

const now = new Date('2026-11-16T00:00:00Z')
const online = {
  revoked_at: null,
  frozen_at: null,
  enrolled_at: now,
  paused: false,
  last_seen_at: now,
}

test('the most serious thing about a connector is its state', () => {
  const silent = { last_seen_at: new Date(now.getTime() - SILENT_AFTER_MS - 1) }
  const paused = { ...silent, paused: true }
  const enrolling = { ...paused, enrolled_at: null }
  const frozen = { ...enrolling, frozen_at: now }
  const states = [{}, silent, paused, enrolling, frozen, { ...frozen, revoked_at: now }].map(
    (more) => stateOf({ ...online, ...more }, now),
  )
  assert.deepEqual(states, ['online', 'silent', 'paused', 'enrolling', 'frozen', 'revoked'])
})

test('a key is worth something until it is frozen or revoked', () => {
  const without = [{ enrolled_at: null }, { frozen_at: now }, { revoked_at: now }]
  assert.ok(hasKey(online))
  for (const more of without) assert.ok(!hasKey({ ...online, ...more }))
})
