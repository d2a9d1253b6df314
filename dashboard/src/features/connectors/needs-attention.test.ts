// The badge counts the connectors that need attention, and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsAttention } from './needs-attention.ts'

const asked = (change: object) => ({
  state: 'online' as const,
  databases: [],
  enrolment_expires_at: null,
  ...change,
})
const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString()

test('a connector that is offline or locked, cannot reach a database or has an expired token needs attention', () => {
  const database = { name: 'warehouse', engine: 'PostgreSQL 16', ok: false, problem: 'refused' }
  assert.equal(needsAttention(asked({ state: 'silent' })), true)
  assert.equal(needsAttention(asked({ state: 'frozen' })), true)
  assert.equal(needsAttention(asked({ databases: [database] })), true)
  assert.equal(
    needsAttention(asked({ state: 'enrolling', enrolment_expires_at: at(-1_000) })),
    true,
  )
})

test('a connector that works, is paused or is about to start does not', () => {
  const database = { name: 'warehouse', engine: 'PostgreSQL 16', ok: true }
  assert.equal(needsAttention(asked({ databases: [database] })), false)
  assert.equal(needsAttention(asked({ state: 'paused' })), false)
  assert.equal(needsAttention(asked({ state: 'revoked' })), false)
  assert.equal(
    needsAttention(asked({ state: 'enrolling', enrolment_expires_at: at(60_000) })),
    false,
  )
})
