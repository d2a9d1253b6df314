// A write-back is sent with an approval only if it is one of the approved effects, and the approval is intact and spent for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effect } from '@task-service/contract'
import { type ApprovalRow, hashEffects } from '#domains/approvals/index.ts'
import { encodeId } from '#lib/ids.ts'
import { findGranted } from './grant.ts'

const LINK = '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0d'
const COMMENT = '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0b'

const base: Effect = {
  integration_id: encodeId('integration', LINK),
  provider: 'memory',
  link_id: encodeId('link', LINK),
  external_id: '1',
  external_key: '#1',
  kind: 'update',
  fields: { status: { from: '1', to: '5' }, labels: { from: [], to: ['a', 'b'] } },
  comment: null,
  statement: null,
  result_hash: null,
  source_revision: '3',
  mapping: '',
  run_id: null,
  agent: 'bot',
  policy: 'approve',
}
const comment: Effect = {
  ...base,
  kind: 'comment',
  fields: {},
  comment: { id: encodeId('comment', COMMENT), body: 'Hello' },
}
const effects = [base, comment]
const approval = {
  state: 'spent',
  effects,
  hash: hashEffects(effects),
  spent_links: [LINK],
} as unknown as ApprovalRow // what is used of it

type Planned = Parameters<typeof findGranted>[1]
const update: Planned = {
  link_id: LINK,
  kind: 'update',
  wanted: { status: '5', labels: ['b', 'a'] },
  comment_id: null,
}
const said: Planned = {
  link_id: LINK,
  kind: 'comment',
  wanted: { body: 'Hello' },
  comment_id: COMMENT,
}

test('the approved effects are granted', () => {
  assert.equal(findGranted(approval, update), base)
  assert.equal(findGranted(approval, said), comment)
})

test('others are not', () => {
  for (const other of [
    { ...update, wanted: { ...update.wanted, status: '6' } },
    { ...update, wanted: { ...update.wanted, title: 'more' } },
    { ...update, wanted: { status: '5' } },
    { ...update, kind: 'create' as const },
    { ...update, link_id: COMMENT },
    { ...said, wanted: { body: 'Hello!' } },
    { ...said, comment_id: LINK },
  ]) {
    assert.equal(findGranted(approval, other), undefined)
  }
})

test('nothing is with an approval that is open, not spent for the link, changed or missing', () => {
  const changed = { ...base, fields: { status: { from: '1', to: '6' } } }
  for (const other of [
    { ...approval, state: 'open' as const },
    { ...approval, state: 'withdrawn' as const },
    { ...approval, spent_links: [] },
    { ...approval, effects: [base, comment, changed] },
    undefined,
  ]) {
    assert.equal(findGranted(other, update), undefined)
  }
})
