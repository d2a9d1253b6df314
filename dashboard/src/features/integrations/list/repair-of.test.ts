// The most urgent problem of an integration decides where its card leads.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Integration } from '@task-service/contract'
import { repairOf } from './repair-of.ts'

const counts = {
  links: 3,
  conflicts: 0,
  failures: 0,
  write_backs_open: 1,
  write_backs_failed: 0,
  frozen: 0,
}
const healthy = { problem: null, error: null, counts }
const problem = (kind: NonNullable<Integration['problem']>['kind']): Integration['problem'] => ({
  kind,
  detail: 'The server responded with 401.',
  fix: null,
  vendor_text: null,
  since: '2026-11-01T08:00:00.000Z',
})

describe('repairOf', () => {
  it('finds nothing to repair on a healthy integration', () => {
    assert.equal(repairOf(healthy), undefined)
  })
  it('asks for the credential that is missing or was rejected', () => {
    for (const kind of ['needs_credential', 'needs_reentry', 'auth_failed'] as const) {
      assert.equal(repairOf({ ...healthy, problem: problem(kind) }), 'credential')
    }
  })
  it('leads to the settings for what they can repair, and nowhere without the provider', () => {
    assert.equal(repairOf({ ...healthy, problem: problem('not_found') }), 'settings')
    assert.equal(repairOf({ ...healthy, problem: problem('provider_missing') }), undefined)
  })
  it('prefers conflicts, because they wait for a decision', () => {
    const found = repairOf({ ...healthy, counts: { ...counts, conflicts: 1, failures: 4 } })
    assert.equal(found, 'conflicts')
  })
  it('leads to failed items and failed write-backs', () => {
    assert.equal(repairOf({ ...healthy, counts: { ...counts, failures: 1 } }), 'review')
    assert.equal(repairOf({ ...healthy, counts: { ...counts, write_backs_failed: 1 } }), 'review')
  })
})
