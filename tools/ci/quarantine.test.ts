import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findQuarantined, type Quarantined, quarantine } from './quarantine.ts'

const entry: Quarantined = {
  name: 'a.test.ts › wakes',
  owner: 'maintainers',
  reason: 'the clock of the machine jumps',
  until: '2026-12-31',
}

describe('quarantine', () => {
  it('excuses a failure by its full name until its last day', () => {
    assert.equal(findQuarantined(entry.name, new Date('2026-12-31T23:00:00Z'), [entry]), entry)
    assert.equal(findQuarantined('a.test.ts › sleeps', new Date('2026-12-01'), [entry]), undefined)
  })

  it('ends on its date', () => {
    assert.equal(findQuarantined(entry.name, new Date('2027-01-01T00:00:00Z'), [entry]), undefined)
  })

  it('has an owner, a reason and a date for every entry', () => {
    for (const { owner, reason, until } of quarantine) {
      assert.ok(owner.length > 0 && reason.length > 20, 'an owner and a reason')
      assert.ok(!Number.isNaN(Date.parse(until)), until)
    }
  })
})
