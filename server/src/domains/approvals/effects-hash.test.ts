// What changes the hash of effects, and what does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Effect, eventExample } from '@task-service/contract'
import { contentOf, hashEffects, sortEffects } from './effects-hash.ts'

const { effects } = eventExample('approval.requested').data as { effects: Effect[] } // as the contract says
const [first] = effects
assert.ok(first)
const effect: Effect = { ...first, kind: 'update', fields: { status: { from: '1', to: '5' } } }
const other: Effect = { ...effect, link_id: `lnk_${'0'.repeat(32)}` }

test('the order of effects does not matter, each of their parts does', () => {
  assert.equal(hashEffects([effect, other]), hashEffects([other, effect]))
  assert.deepEqual(sortEffects([effect, other]), sortEffects([other, effect]))
  assert.notEqual(hashEffects([effect]), hashEffects([effect, other]))
  const changes: Partial<Effect>[] = [
    { fields: { status: { from: '1', to: '6' } } },
    { fields: { status: { from: '2', to: '5' } } },
    { source_revision: 'another' },
    { mapping: 'another' },
    { external_id: 'another' },
    { result_hash: 'another' },
    { agent: 'another' },
    { policy: 'allow' },
    { run_id: null },
    { comment: { id: `cmt_${'0'.repeat(32)}`, body: 'Hello' } },
    { statement: { database: 'erp', name: 'close', parameters: null, values: {} } },
  ]
  const hashes = changes.map((change) => hashEffects([{ ...effect, ...change }]))
  assert.equal(new Set([hashEffects([effect]), ...hashes]).size, changes.length + 1)
})

test('the content of effects is what would be written, not what it was computed from', () => {
  const moved: Effect = {
    ...effect,
    source_revision: 'another',
    mapping: 'another',
    fields: { status: { from: '2', to: '5' } },
  }
  assert.equal(contentOf([effect]), contentOf([moved]))
  const changed: Effect = { ...effect, fields: { status: { from: '1', to: '6' } } }
  assert.notEqual(contentOf([effect]), contentOf([changed]))
})
