// What a receiver says back is kept for people to read, without the secrets it was sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret } from '#crypto/secret.ts'
import type { DeliveryAttempt } from './delivery-attempt.ts'
import { sendDelivery } from './send-delivery.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const header = 'Bearer k3y/with+odd "chars"'

const attempt: DeliveryAttempt = {
  due: { deliveryId: 'd', webhookId: 'w', attempt: 1 } as unknown as DeliveryAttempt['due'], // not looked at by sending
  webhook: { id: 'w', isOrdered: false, failingSince: null },
  subjectId: 's',
  occurredAt: null,
  request: {
    messageId: 'evt_1',
    url: 'https://receiver.example/',
    body: '{}',
    secrets: [Secret.from(secret)],
    headers: { authorization: header },
  },
}

const answer = (body: string) => ({
  timeoutMs: 1_000,
  userAgent: 'test',
  egress: {
    send: async () => ({
      outcome: 'answer' as const,
      status: 401,
      headers: {},
      body: Buffer.from(body),
      isCut: false,
      durationMs: 1,
    }),
  },
})

test('secrets that a receiver repeats are not kept', async () => {
  const said = JSON.stringify({ you: 'sent', header, again: encodeURIComponent(header), secret })
  const result = await sendDelivery(answer(said), attempt, new AbortController().signal)
  const response = result?.verdict.response ?? ''
  assert.deepEqual(JSON.parse(response), {
    you: 'sent',
    header: '[redacted]',
    again: '[redacted]',
    secret: '[redacted]',
  })
})

test('everything else it says is kept', async () => {
  const result = await sendDelivery(answer('no such order'), attempt, new AbortController().signal)
  assert.equal(result?.verdict.response, 'no such order')
})
