import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effect } from '@task-service/contract'
import { whyApproval } from './why-approval.ts'

const effect = (agent: string, integration: string) =>
  ({ agent, integration_id: integration }) as Effect // what is read of it
const flags = { reads_external: true, reads_beyond_claim: true, writes_outward: true }
const redmine = { id: 'int_1', name: 'Redmine', agent_writes: 'approve' } as const
const hubspot = { id: 'int_2', name: 'HubSpot', agent_writes: 'allow' } as const

test('names the policy of each integration that is written to', () => {
  const known = new Map([['bot', { ...flags, reads_beyond_claim: false }]])
  assert.deepEqual(whyApproval([effect('bot', 'int_1')], [redmine, hubspot], known), [
    { kind: 'policy', integration: 'Redmine' },
  ])
})

test('names agents with all three flags, and deleted ones', () => {
  const known = new Map([
    ['bot', flags],
    ['gone', null],
  ])
  const effects = [effect('bot', 'int_2'), effect('bot', 'int_2'), effect('gone', 'int_2')]
  assert.deepEqual(whyApproval(effects, [redmine, hubspot], known), [
    { kind: 'flags', agent: 'bot' },
    { kind: 'deleted', agent: 'gone' },
  ])
})

test('says so if nothing requires it any longer', () => {
  assert.deepEqual(whyApproval([effect('bot', 'int_2')], [hubspot], new Map()), [
    { kind: 'earlier' },
  ])
})
