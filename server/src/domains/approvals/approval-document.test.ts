// An approval as clients and agents see it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventExample } from '@task-service/contract'
import { printApproval, toApproval, toRejection } from './approval-document.ts'
import { hashEffects } from './effects-hash.ts'
import type { ApprovalRow } from './store.ts'

const at = new Date('2026-11-15T09:30:00.000Z')
const { effects } = eventExample('approval.requested').data as Pick<ApprovalRow, 'effects'> // as the contract says
const row: ApprovalRow = {
  id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e1d',
  task_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0f',
  run_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e1a',
  link_id: null,
  agent: 'support',
  state: 'rejected',
  effects,
  hash: hashEffects(effects),
  result: { keep: [null] },
  has_result: true,
  previous: null,
  spent_links: [],
  reason: 'Only half of it',
  decided_by: 'user:usr_1',
  decided_at: at,
  acknowledged_at: null,
  receipts: [],
  created_at: at,
  updated_at: at,
}

test('an approval is printed as it is', () => {
  const approval = toApproval(row)
  assert.deepEqual(JSON.parse(printApproval(approval)), approval)
  assert.deepEqual(approval.decided_by, { kind: 'user', id: 'usr_1' })
  const alone = toApproval({ ...row, run_id: null, decided_by: null, result: null })
  assert.deepEqual(JSON.parse(printApproval(alone)), alone)
})

test('a rejection tells the agent who rejected what, and why', () => {
  assert.deepEqual(toRejection(row), {
    approval_id: 'apr_01930a1b2c3d70008e4f5a6b7c8d9e1d',
    reason: 'Only half of it',
    rejected_by: { kind: 'user', id: 'usr_1' },
    rejected_at: at.toISOString(),
  })
})
