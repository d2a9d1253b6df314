import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseValue } from '#config/parse.ts'
import { variables } from '#config/schema.ts'
import { parseRetryAfter, retryDelayMs } from './schedule.ts'

const schedule = parseValue(
  variables.SERVICE_ACP_WEBHOOK_SCHEDULE.default,
  variables.SERVICE_ACP_WEBHOOK_SCHEDULE,
) as readonly number[] // the type of this variable
const now = new Date('2026-11-15T10:00:00Z')

function waitMs(tries: number, retryAfterMs: number | null = null): number | null {
  return retryDelayMs({ schedule, tries, retryAfterMs })
}

describe('the schedule of attempts', () => {
  it('makes twelve attempts in about 3.3 days', () => {
    assert.equal(schedule.length + 1, 12)
    const days = schedule.reduce((sum, wait) => sum + wait, 0) / 86_400_000
    assert.ok(days > 3.2 && days < 3.4, `${days} days`)
    assert.equal(waitMs(12), null)
  })

  it('varies each wait by a fifth', () => {
    const waits = Array.from({ length: 500 }, () => waitMs(3) ?? 0)
    assert.ok(Math.min(...waits) >= 240_000 && Math.max(...waits) <= 360_000)
    assert.ok(Math.max(...waits) - Math.min(...waits) > 60_000)
  })

  it('waits as long as the receiver asked, at most a day', () => {
    assert.equal(waitMs(1, 600_000), 600_000)
    assert.equal(waitMs(1, 9e9), 86_400_000)
    assert.ok((waitMs(2, 1) ?? 0) >= 48_000)
  })

  it('reads Retry-After in both forms', () => {
    assert.equal(parseRetryAfter('120', now), 120_000)
    assert.equal(parseRetryAfter('Sun, 15 Nov 2026 10:05:00 GMT', now), 300_000)
    assert.equal(parseRetryAfter('Sun, 15 Nov 2026 09:00:00 GMT', now), 0)
    for (const unreadable of ['soon', '', undefined]) {
      assert.equal(parseRetryAfter(unreadable, now), null)
    }
  })
})
