// The badge counts what stands still until somebody does something, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsSomebody } from './needs-somebody.ts'

const asked = (change: object) => ({
  state: 'online' as const,
  databases: [],
  enrolment_expires_at: null,
  ...change,
})
const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString()

test('one that is silent or frozen, misses a database or lost its token needs somebody', () => {
  const database = { name: 'warehouse', engine: 'PostgreSQL 16', ok: false, problem: 'refused' }
  assert.equal(needsSomebody(asked({ state: 'silent' })), true)
  assert.equal(needsSomebody(asked({ state: 'frozen' })), true)
  assert.equal(needsSomebody(asked({ databases: [database] })), true)
  assert.equal(needsSomebody(asked({ state: 'enrolling', enrolment_expires_at: at(-1_000) })), true)
})

test('one that works, was stopped on purpose or is about to start does not', () => {
  const database = { name: 'warehouse', engine: 'PostgreSQL 16', ok: true }
  assert.equal(needsSomebody(asked({ databases: [database] })), false)
  assert.equal(needsSomebody(asked({ state: 'paused' })), false)
  assert.equal(needsSomebody(asked({ state: 'revoked' })), false)
  assert.equal(
    needsSomebody(asked({ state: 'enrolling', enrolment_expires_at: at(60_000) })),
    false,
  )
})
