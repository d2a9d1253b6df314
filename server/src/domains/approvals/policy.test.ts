// The effective policy for every combination of an agent's flags and an integration's setting.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AgentWrites } from '@task-service/contract'
import { effectivePolicy } from './policy.ts'

/** reads_external, reads_beyond_claim, writes_outward; then what follows for allow, approve and forbid. */
const table: readonly [boolean, boolean, boolean, AgentWrites, AgentWrites, AgentWrites][] = [
  [false, false, false, 'forbid', 'forbid', 'forbid'],
  [false, true, false, 'forbid', 'forbid', 'forbid'],
  [true, false, false, 'forbid', 'forbid', 'forbid'],
  [true, true, false, 'forbid', 'forbid', 'forbid'],
  [false, false, true, 'allow', 'approve', 'forbid'],
  [false, true, true, 'allow', 'approve', 'forbid'],
  [true, false, true, 'allow', 'approve', 'forbid'],
  [true, true, true, 'approve', 'approve', 'forbid'],
]

describe('the effective policy', () => {
  for (const [external, beyond, outward, allow, approve, forbid] of table) {
    test(`of an agent that reads_external=${external}, reads_beyond_claim=${beyond}, writes_outward=${outward}`, () => {
      const agent = {
        reads_external: external,
        reads_beyond_claim: beyond,
        writes_outward: outward,
      }
      assert.equal(effectivePolicy(agent, 'allow'), allow)
      assert.equal(effectivePolicy(agent, 'approve'), approve)
      assert.equal(effectivePolicy(agent, 'forbid'), forbid)
    })
  }

  test('of a deleted agent needs a person', () => {
    assert.equal(effectivePolicy(undefined, 'allow'), 'approve')
    assert.equal(effectivePolicy(undefined, 'forbid'), 'forbid')
  })
})
