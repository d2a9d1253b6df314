import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttemptResult, DeliveryAttempt } from './delivery-attempt.ts'
import { createDeliveryDelays } from './delivery-delays.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1_000)

type Changes = {
  round?: number
  try?: number
  webhook?: Partial<DeliveryAttempt['webhook']>
  request?: DeliveryAttempt['request']
}

/** Of an event at second 10, sent at second 12. */
function attemptOf({ webhook, request, ...due }: Changes = {}): DeliveryAttempt {
  return {
    due: { tenant_id: 't', webhook_id: 'w', delivery_id: 'd', round: 0, try: 1, ...due },
    webhook: { id: 'w', isOrdered: false, failingSince: null, ...webhook },
    subjectId: 's',
    occurredAt: at(10),
    request: request ?? {
      messageId: 'evt_1',
      url: 'https://x/',
      body: '',
      secrets: [],
      headers: {},
    },
  }
}

function resultAt(seconds: number, error: 'status' | null = null): AttemptResult {
  const verdict = { error, isFinal: false, statusCode: 200, response: '', retryAfterMs: null }
  return { at: at(seconds), durationMs: 500, verdict: { ...verdict, health: 'ok' } }
}

test('the delay of a first attempt is the time since the event', () => {
  assert.equal(createDeliveryDelays().measure(attemptOf(), resultAt(12)), 2_000)
  assert.equal(createDeliveryDelays().measure(attemptOf(), resultAt(12, 'status')), 2_000)
})

test('what waits for the receiver has no delay: retries, resends, order, a failing webhook', () => {
  const changes: Changes[] = [
    { try: 2 },
    { round: 1 },
    { webhook: { isOrdered: true } },
    { webhook: { failingSince: at(0) } },
    { request: 'webhook_disabled' },
  ]
  for (const change of changes)
    assert.equal(createDeliveryDelays().measure(attemptOf(change), resultAt(12)), undefined)
})

test('the backlog of a receiver that has recovered has no delay; later events and other webhooks do', () => {
  const delays = createDeliveryDelays()
  delays.measure(attemptOf(), resultAt(11, 'status'))
  assert.equal(delays.measure(attemptOf(), resultAt(12)), undefined)
  const other = attemptOf({ webhook: { id: 'other' } })
  assert.equal(delays.measure(other, resultAt(12)), 2_000)
  const later = { ...attemptOf(), occurredAt: at(12) }
  assert.equal(delays.measure(later, resultAt(13)), 1_000)
})
