import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EgressOutcome } from '#egress/egress.ts'
import { type FailureCode, fail } from '#egress/failure.ts'
import { judge } from './verdict.ts'

const now = new Date()

function answer(status: number, headers: Record<string, string> = {}, body = ''): EgressOutcome {
  const outcome = 'answer' as const
  return { outcome, status, headers, body: Buffer.from(body), isCut: false, durationMs: 3 }
}

function failure(code: FailureCode): EgressOutcome {
  return { ...fail(code, 'why'), durationMs: 3 }
}

describe('what an attempt amounts to', () => {
  it('is delivered by any 2xx', () => {
    for (const status of [200, 201, 202, 204, 299]) {
      const { error, isFinal, health } = judge(answer(status), now)
      assert.deepEqual({ error, isFinal, health }, { error: null, isFinal: true, health: 'ok' })
    }
  })

  it('is tried again after anything else but 410', () => {
    const errors = { 301: 'redirect', 304: 'redirect', 400: 'status', 429: 'status', 503: 'status' }
    for (const [status, error] of Object.entries(errors)) {
      const verdict = judge(answer(Number(status)), now)
      assert.deepEqual([verdict.error, verdict.isFinal], [error, false])
    }
    assert.deepEqual(
      [judge(answer(410), now).error, judge(answer(410), now).isFinal],
      ['gone', true],
    )
  })

  it('keeps what the receiver asked and said', () => {
    const verdict = judge(answer(429, { 'retry-after': '7' }, 'slow\0down'), now)
    assert.deepEqual([verdict.retryAfterMs, verdict.response], [7_000, 'slow�down'])
  })

  it('tells waiting from refusing from breaking', () => {
    assert.equal(judge(failure('headers_timeout'), now).error, 'timeout')
    assert.equal(judge(failure('headers_timeout'), now).health, 'timed_out')
    assert.equal(judge(failure('forbidden_address'), now).error, 'refused_address')
    assert.equal(judge(failure('connection_lost'), now).error, 'connection')
  })
})
