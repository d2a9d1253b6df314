// How an integration stands, in a word.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeState, type StateInput } from './state.ts'

const fine: StateInput = {
  row: {
    provider: 'tracker',
    paused: false,
    problem: null,
    problem_detail: null,
    problem_since: null,
    failures: 0,
    checked_at: new Date(),
  },
  isInstalled: true,
  credential: { names: ['token'], entered_at: null, state: 'readable' },
  lastResult: null,
  now: null,
}
const failed = { ...fine.row, failures: 2 }
const refused = {
  ...fine.row,
  problem: 'auth_failed' as const,
  problem_detail: { message: 'No.', vendor_text: 'Bad credentials' },
  problem_since: new Date('2026-11-15T10:00:00Z'),
}
const running = {
  run_id: null,
  state: 'running' as const,
  read: 0,
  total: null,
  rate_per_minute: null,
  eta_seconds: null,
  heartbeat_at: null,
  waiting_until: null,
}
const stalled = { ...running, state: 'stalled' as const }
const lost = { ...fine.credential, state: 'needs_reentry' as const }

test('what is worst is said', () => {
  const states: [string, Partial<StateInput>][] = [
    ['ok', {}],
    ['new', { row: { ...fine.row, checked_at: null } }],
    ['running', { now: running }],
    ['running', { row: { ...fine.row, checked_at: null }, now: running }],
    ['failing', { row: failed }],
    ['failing', { row: failed, now: running }],
    ['stalled', { row: failed, now: stalled }],
    ['auth_failed', { row: refused, now: stalled }],
    ['needs_reentry', { row: refused, credential: lost }],
    ['needs_credential', { credential: { ...fine.credential, state: 'missing' } }],
    ['provider_missing', { isInstalled: false, credential: lost }],
    ['paused', { row: { ...refused, paused: true }, isInstalled: false }],
  ]
  for (const [state, more] of states) {
    assert.equal(describeState({ ...fine, ...more }).state, state)
  }
})

test('a problem says what the vendor said and what to do', () => {
  assert.deepEqual(describeState({ ...fine, row: refused }).problem, {
    kind: 'auth_failed',
    detail: 'No.',
    vendor_text: 'Bad credentials',
    fix: 'Enter a valid credential, then test the connection.',
    since: '2026-11-15T10:00:00.000Z',
  })
  assert.equal(describeState(fine).problem, null)
})

test('one that fails says why, also where no run has failed', () => {
  const error = { kind: 'unreachable', message: 'Connection refused.', fix: 'Start it.' }
  const lastResult = {
    run_id: 'run_1',
    state: 'failed' as const,
    ended_at: '2026-11-15T10:00:00.000Z',
    read: 0,
    created: 0,
    changed: 0,
    removed: 0,
    failed: 0,
    error: { kind: 'transient', message: 'They had trouble.' },
  }
  const row = { ...failed, problem_detail: error }
  assert.deepEqual(describeState({ ...fine, row }).error, error)
  assert.deepEqual(describeState({ ...fine, row, lastResult }).error, error)
  assert.deepEqual(describeState({ ...fine, lastResult }).error, lastResult.error)
  assert.equal(describeState({ ...fine, row: refused }).error, null, 'its problem says it')
  assert.equal(describeState(fine).error, null)
})

test('a paused one still says what is in its way', () => {
  const { problem } = describeState({ ...fine, row: { ...refused, paused: true } })
  assert.equal(problem?.kind, 'auth_failed')
})
