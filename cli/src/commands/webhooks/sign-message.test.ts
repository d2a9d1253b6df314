// Both verifiers that receivers use accept the signature: that of the SDK, and the library of Standard Webhooks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@task-service/sdk'
import { Webhook } from 'standardwebhooks'
import { checkSecret, createSecret, signMessage } from './sign-message.ts'

const payload = JSON.stringify({ id: 'evt_1', type: 'task.created', data: { title: 'Zürich' } })

test('a signed message is verified, and a changed one is not', async () => {
  const secret = checkSecret(createSecret())
  const headers = signMessage({ id: 'evt_1', body: payload, sentAt: new Date() }, secret)
  assert.equal((await verifyWebhook({ payload, headers, secret })).id, 'evt_1')
  assert.deepEqual(new Webhook(secret).verify(payload, headers), JSON.parse(payload))
  await assert.rejects(verifyWebhook({ payload: `${payload} `, headers, secret }))
  await assert.rejects(verifyWebhook({ payload, headers, secret: createSecret() }))
})

test('a secret in another form is rejected without being shown', () => {
  for (const secret of ['whsec_short', 'sk_live_0123456789012345678901234567890123']) {
    assert.throws(
      () => checkSecret(secret),
      ({ message }: Error) => !message.includes(secret),
    )
  }
})
