// Messages from HubSpot: the examples of its documentation, its own client's third version, forged ones, and what they say.
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Signature } from '@hubspot/api-client'
import type { RawRequest, Verification } from '@task-service/kit'
import { webhook } from './webhook.ts'

const clientSecret = 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy'
const uri = 'https://www.example.com/webhook_uri'

const message = (
  headers: Record<string, string>,
  body = '',
  method = 'POST',
  url = uri,
): RawRequest => ({
  method,
  url,
  headers,
  body: new TextEncoder().encode(body),
})

/** What the host does with it. */
function isGenuine(how: Verification, secret: string, body: string): boolean {
  if (how.kind !== 'hash' && how.kind !== 'hmac') return false
  const pieces = { body, secret }
  const text = how.signed
    .map((piece) => (typeof piece === 'string' ? pieces[piece] : piece.text))
    .join('')
  const made =
    how.kind === 'hash'
      ? createHash(how.hash).update(text).digest(how.encoding)
      : createHmac(how.hash, secret).update(text).digest(how.encoding)
  return made === how.presented
}

const documented = [
  {
    version: 'v1',
    method: 'POST',
    body: '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
    hash: '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de',
  },
  {
    version: 'v2',
    method: 'GET',
    body: '',
    hash: 'eee2dddcc73c94d699f5e395f4b9d454a069a6855fbfa152e91e88823087200e',
  },
  {
    version: 'v2',
    method: 'POST',
    body: '{"example_field":"example_value"}',
    hash: '9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7900',
  },
] as const

for (const { version, method, body, hash } of documented) {
  test(`${version} of a ${method}, as documented`, () => {
    const headers = { 'x-hubspot-signature': hash, 'x-hubspot-signature-version': version }
    const how = webhook.verify(message(headers, body, method))
    assert.ok(isGenuine(how, clientSecret, body))
    assert.ok(!isGenuine(how, clientSecret, `${body} `))
    assert.ok(!isGenuine(how, 'another', body))
  })
}

test('v3 as HubSpot’s own client signs it, with the time in it', () => {
  const body = '[{"objectId":1}]'
  const timestamp = 1_800_000_000_000
  const options = { clientSecret, requestBody: body, url: `${uri}?a=b,c`, timestamp, signature: '' }
  const signature = Signature.getSignature('POST', 'v3', options)
  const headers = {
    'x-hubspot-signature-v3': signature,
    'x-hubspot-request-timestamp': String(timestamp),
    'x-hubspot-signature': 'also sent',
    'x-hubspot-signature-version': 'v1',
  }
  const how = webhook.verify(message(headers, body, 'POST', `${uri}?a=b%2Cc`))
  assert.ok(isGenuine(how, clientSecret, body))
  assert.ok(!isGenuine(how, clientSecret, '[]'))
  assert.ok(how.kind === 'hmac')
  assert.deepEqual([how.sentAt, how.toleranceMs], [timestamp, 300_000])
})

test('nothing, half of it and unknown versions are refused', () => {
  for (const headers of [
    {},
    { 'x-hubspot-signature': 'a' },
    { 'x-hubspot-signature': 'a', 'x-hubspot-signature-version': 'v9' },
    { 'x-hubspot-signature-v3': 'a' },
    { 'x-hubspot-signature-v3': 'a', 'x-hubspot-request-timestamp': 'now' },
  ]) {
    assert.equal(webhook.verify(message(headers as Record<string, string>)).kind, 'refuse')
  }
})

test('a message says which tasks, each once', () => {
  const events = [
    { subscriptionType: 'object.propertyChange', objectId: 1, objectTypeId: '0-27' },
    { subscriptionType: 'object.propertyChange', objectId: 1, objectTypeId: '0-27' },
    { subscriptionType: 'object.creation', objectId: 2, objectTypeId: '0-27' },
    { subscriptionType: 'object.deletion', objectId: 3, objectTypeId: '0-27' },
    { subscriptionType: 'contact.creation', objectId: 4, objectTypeId: '0-1' },
    { subscriptionType: 'object.creation', objectTypeId: '0-27' },
  ]
  assert.deepEqual(webhook.parse(message({}, JSON.stringify(events))), {
    hints: [
      { ref: { id: '1' }, kind: 'changed' },
      { ref: { id: '2' }, kind: 'changed' },
      { ref: { id: '3' }, kind: 'deleted' },
    ],
  })
  assert.deepEqual(webhook.parse(message({}, '{}')).hints, [])
  assert.deepEqual(webhook.parse(message({}, 'half a mess')).hints, [])
})
