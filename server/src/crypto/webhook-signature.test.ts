import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { Secret } from './secret.ts'
import { signMessage } from './webhook-signature.ts'

const secrets = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
] as const
const body = '{"type":"task.created","data":{"title":"Grüße, 世界"}}'

function sign(sentAt = new Date(), used: readonly string[] = secrets) {
  const message = { id: 'evt_019301a2b3c47d5e8f90a1b2c3d4e5f6', sentAt, body }
  return signMessage(
    message,
    used.map((secret) => Secret.from(secret)),
  )
}

describe('the signature of a delivery', () => {
  for (const Library of [StandardWebhook, SvixWebhook]) {
    it(`is accepted by ${Library === SvixWebhook ? 'svix' : 'standardwebhooks'}, under either secret`, () => {
      for (const secret of secrets) new Library(secret).verify(body, sign())
    })
  }

  it('is rejected after any change', () => {
    const library = new StandardWebhook(secrets[0])
    const headers = sign()
    const changed = [
      [`${body} `, headers],
      [body, { ...headers, 'webhook-id': 'evt_1' }],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
      [body, sign(new Date(Date.now() - 10 * 60_000))],
      [body, sign(new Date(), [secrets[1]])],
    ] as const
    for (const [text, given] of changed) assert.throws(() => library.verify(text, given))
  })
})
