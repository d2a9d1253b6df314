import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Agent } from '@task-service/contract'
import { changeOf, createOf, draftOf, emptyDraft, onlyDecimal, onlyDigits } from './draft.ts'

const agent: Agent = {
  id: 'agn_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  name: 'docs-agent',
  description: 'Corrects documents',
  queues: ['customs'],
  concurrency: 3,
  max_attempts: 3,
  reads_external: true,
  reads_beyond_claim: false,
  writes_outward: true,
  run_budget: { seconds: 100, calls: null, effects: null },
  day_budget: { seconds: 28_800, calls: 1_500, effects: 0 },
  state: 'active',
  usage_today: { seconds: 0, calls: 0, effects: 0, declared_tokens: 0, declared_cost: 0 },
  working_runs: 0,
  parked_runs: 0,
  last_used_at: null,
  created_by: { kind: 'user', id: 'admin' },
  created_at: '2026-11-17T10:00:00.000Z',
  updated_at: '2026-11-17T10:00:00.000Z',
  version: 1,
}

test('an agent that was not edited has no change', () => {
  assert.deepEqual(changeOf(draftOf(agent), agent), {})
})

test('working time is typed in minutes and sent in seconds', () => {
  assert.equal(draftOf(agent).day.minutes, '480')
  assert.equal(draftOf(agent).run.minutes, '1.67')
  const draft = { ...draftOf(agent), day: { minutes: '0.5', calls: '', effects: '0' } }
  assert.deepEqual(changeOf(draft, agent), {
    day_budget: { seconds: 30, calls: null, effects: 0 },
  })
})

test('only what was edited is sent', () => {
  const draft = { ...draftOf(agent), concurrency: '', writesOutward: false, queues: ['a', 'b'] }
  assert.deepEqual(changeOf(draft, agent), {
    concurrency: null,
    writes_outward: false,
    queues: ['a', 'b'],
  })
})

test('a new agent has the defaults of the service', () => {
  const made = createOf({ ...emptyDraft, name: ' docs-agent ' })
  assert.equal(made.name, 'docs-agent')
  assert.deepEqual(made.queues, ['default'])
  assert.deepEqual(made.day_budget, { seconds: null, calls: null, effects: null })
})

test('fields for numbers take nothing else', () => {
  assert.equal(onlyDigits('1,200 x'), '1200')
  assert.equal(onlyDecimal('1.5 min'), '1.5')
})
