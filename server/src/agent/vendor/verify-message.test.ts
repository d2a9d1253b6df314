import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Verification } from '@task-service/kit'
import { Secret } from '#crypto/secret.ts'
import { verifyMessage } from './verify-message.ts'

const secret = 'It’s a Secret to Everybody'
const body = Buffer.from('Hello, World!')
const now = Date.parse('2026-01-01T00:00:00Z')
const check = (verification: Verification, bytes: Uint8Array = body) =>
  verifyMessage(verification, { body: bytes }, async () => Secret.from(secret), now)

const signed = (more: object = {}): Verification => ({
  kind: 'hmac',
  secret: 'webhook',
  hash: 'sha256',
  encoding: 'hex',
  signed: ['body'],
  presented: createHmac('sha256', secret).update(body).digest('hex'),
  ...more,
})

const at = (sentAt: number) => check(signed({ sentAt, toleranceMs: 1_000 }))
const token = (presented: string) => check({ kind: 'equal', secret: 'webhook', presented })

test('a matching signature is genuine, in upper case too', async () => {
  assert.equal(await check(signed()), 'genuine')
  const { presented } = signed() as { presented: string }
  assert.equal(await check(signed({ presented: presented.toUpperCase() })), 'genuine')
})

test('another body, another signature, a shorter one or none is rejected', async () => {
  const { presented } = signed() as { presented: string }
  const refused = { refused: 'the signature is wrong' }
  assert.deepEqual(await check(signed(), Buffer.from('Hello, World?')), refused)
  for (const other of ['', presented.slice(1), `${presented}0`, presented.replace(/^./, 'g')]) {
    assert.deepEqual(await check(signed({ presented: other })), refused)
  }
})

test('texts, the body and the secret are hashed in the given order', async () => {
  const presented = createHash('sha256').update(`${secret}POST/x`).update(body).digest('hex')
  const pieces = ['secret', { text: 'POST' }, { text: '/x' }, 'body']
  assert.equal(await check(signed({ kind: 'hash', signed: pieces, presented })), 'genuine')
  const turned = pieces.toReversed()
  assert.notEqual(await check(signed({ kind: 'hash', signed: turned, presented })), 'genuine')
  const base64 = createHmac('sha1', secret).update(body).digest('base64')
  assert.equal(
    await check(signed({ hash: 'sha1', encoding: 'base64', presented: base64 })),
    'genuine',
  )
})

test('a message with a timestamp too far in the past or future is rejected', async () => {
  assert.equal(await at(now - 1_000), 'genuine')
  for (const sentAt of [now - 1_001, now + 1_001, Number.NaN]) {
    assert.deepEqual(await at(sentAt), {
      refused:
        'the timestamp is outside the tolerance: the message is too old, or a clock is wrong',
    })
  }
})

test('a token is compared as a whole', async () => {
  assert.equal(await token(secret), 'genuine')
  for (const other of ['', secret.slice(1), `${secret} `]) {
    assert.deepEqual(await token(other), { refused: 'the token is wrong' })
  }
})

test('without a secret nothing is genuine, and an integration can reject on its own', async () => {
  const presented = createHmac('sha256', '').update(body).digest('hex')
  const empty = await verifyMessage(signed({ presented }), { body }, async () => Secret.from(''))
  assert.deepEqual(empty, { refused: 'the webhook secret is not set' })
  assert.deepEqual(await check({ kind: 'refuse', why: 'no header' }), { refused: 'no header' })
})
