// Signatures as the reference library makes them: genuine messages are accepted, and no forged one is.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { eventExample } from '@task-service/contract'
import { Webhook } from 'standardwebhooks'
import { seededRandom } from '../../../tests/harness/random/seeded-random.ts'
import { forge } from '../../../tests/harness/webhooks/forgeries.ts'
import { verifyWebhook, type WebhookRejection } from './verify-webhook.ts'

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = makeSecret()

type Message = { body: string; headers: Record<string, string> }

function messageOf(key = secret, sentAt = new Date(), title = 'Grüße, 世界 🌍'): Message {
  const example = eventExample('task.created')
  const event = { ...example, data: { ...example.data, title } }
  const id = `evt_${randomBytes(16).toString('hex')}`
  const body = JSON.stringify({ ...event, id })
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': new Webhook(key).sign(id, sentAt, body),
    },
  }
}

const verify = ({ body: payload, headers }: Message, more: object = {}) =>
  verifyWebhook({ payload, headers, secret, ...more })
const rejects = (message: Message, reason: WebhookRejection, more?: object) =>
  assert.rejects(verify(message, more), { name: 'WebhookVerificationError', reason })

describe('a message', () => {
  test('is accepted as text and as bytes, with headers of any kind', async () => {
    const message = messageOf()
    const bytes = new TextEncoder().encode(message.body)
    const upper = Object.entries(message.headers).map(([name, value]) => [
      name.toUpperCase(),
      value,
    ])
    for (const payload of [message.body, bytes, Buffer.from(bytes), bytes.buffer]) {
      for (const headers of [
        message.headers,
        new Headers(message.headers),
        Object.fromEntries(upper) as Record<string, string>,
      ]) {
        const event = await verifyWebhook({ payload, headers, secret })
        assert.equal(event.type, 'task.created')
        assert.deepEqual(event, JSON.parse(message.body))
      }
    }
  })

  test('is accepted with the old and the new secret while it is changed', async () => {
    const other = makeSecret()
    const { body, headers } = messageOf()
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const second = new Webhook(other).sign(headers['webhook-id'] ?? '', sentAt, body)
    const both = `${second} ${headers['webhook-signature']}`
    const message = { body, headers: { ...headers, 'webhook-signature': both } }
    for (const one of [secret, other, [makeSecret(), other]]) {
      assert.equal((await verify(message, { secret: one })).type, 'task.created')
    }
    await rejects(message, 'no_matching_signature', { secret: makeSecret() })
  })

  test('is rejected when it is old or from the future', async () => {
    const at = Date.now()
    for (const [seconds, isAccepted] of [
      [-290, true],
      [290, true],
      [-310, false],
      [310, false],
    ] as const) {
      const message = messageOf(secret, new Date(at + seconds * 1_000))
      if (isAccepted) await verify(message)
      else await rejects(message, 'timestamp_out_of_tolerance')
    }
    await verify(messageOf(secret, new Date(at - 310_000)), { toleranceSeconds: 600 })
    await rejects(messageOf(secret, new Date(at)), 'timestamp_out_of_tolerance', { nowMs: 0 })
  })

  test('is rejected without its headers', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const message = messageOf()
      delete message.headers[name]
      await rejects(message, 'missing_headers')
    }
    const message = messageOf()
    message.headers['webhook-timestamp'] = '1e9'
    await rejects(message, 'invalid_timestamp')
  })

  test('is rejected if it was forged in any of twelve ways', async () => {
    const sent = Array.from({ length: 20 }, (_, index) =>
      messageOf(secret, new Date(), `T ${index}`),
    )
    for (const message of sent) await verify(message)
    let rejected = 0
    for (const message of forge(sent, secret, 240, seededRandom(7, 'sdk'))) {
      await assert.rejects(verify(message), { name: 'WebhookVerificationError' })
      rejected++
    }
    assert.equal(rejected, 240)
  })
})

describe('a caller', () => {
  test('gets an error when the secret or the payload is of the wrong kind, without the secret', async () => {
    const message = messageOf()
    await assert.rejects(verify(message, { secret: 'whsec_not base64!' }), (error: Error) => {
      assert.ok(error instanceof TypeError)
      assert.doesNotMatch(error.message, /not base64!/)
      return true
    })
    await assert.rejects(verify(message, { secret: [] }), TypeError)
    await assert.rejects(verify(message, { payload: JSON.parse(message.body) }), /raw body/)
  })
})
