import assert from 'node:assert/strict'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  dataKeyIdOf,
  MAX_SECRET_BYTES,
  openText,
  type Sealed,
  type SecretPlace,
  sealText,
} from './sealed-secret.ts'

const key = createSecretKey(randomBytes(32))
const name = { tenantId: randomUUID(), id: randomUUID() }
const place: SecretPlace = { ownerKind: 'webhook', ownerId: 'w1', field: 'secret' }

function opens(value: Sealed, at: SecretPlace, as = name, by = key): boolean {
  return openText(by, as, at, value) !== undefined
}

test('a secret round-trips, and names the data key it was sealed with', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const sealed = sealText(key, name, place, text)
      assert.equal(dataKeyIdOf(sealed), name.id)
      assert.equal(openText(key, name, place, sealed)?.reveal(), text)
      assert.ok(text.length < 8 || !sealed.includes(text))
    }),
  )
})

test('it does not open for another tenant, owner, field, host or data key', () => {
  const withHosts = { ...place, allowedHosts: ['a.example', 'b.example'] }
  const sealed = sealText(key, name, withHosts, 'secret')
  assert.ok(opens(sealed, withHosts))
  assert.ok(opens(sealed, { ...place, allowedHosts: ['b.example', 'a.example', 'a.example'] }))
  const elsewhere: SecretPlace[] = [
    { ...withHosts, ownerKind: 'integration' },
    { ...withHosts, ownerId: 'w2' },
    { ...withHosts, field: 'previous' },
    { ...withHosts, ownerKind: 'webhookw', ownerId: '1' },
    { ...withHosts, allowedHosts: ['a.example'] },
    { ...withHosts, allowedHosts: ['a.example', 'b.example', 'evil.example'] },
    { ...withHosts, allowedHosts: ['a.exampleb.example'] },
    { ...withHosts, allowedHosts: [] },
    place,
  ]
  for (const at of elsewhere) assert.ok(!opens(sealed, at), JSON.stringify(at))
  assert.ok(!opens(sealed, withHosts, { ...name, tenantId: randomUUID() }))
  assert.ok(!opens(sealed, withHosts, { ...name, id: randomUUID() }))
  assert.ok(!opens(sealed, withHosts, name, createSecretKey(randomBytes(32))))
  const unlimited = sealText(key, name, place, 'secret')
  assert.ok(!opens(unlimited, { ...place, allowedHosts: [] }), 'any host is not no host')
})

test('bytes of an unknown form name no data key', () => {
  const sealed = sealText(key, name, place, '')
  assert.equal(dataKeyIdOf(sealed), name.id)
  assert.equal(dataKeyIdOf(sealed.subarray(0, -1)), undefined)
  assert.equal(dataKeyIdOf(Buffer.alloc(0)), undefined)
  const otherVersion = Buffer.from(sealed)
  otherVersion.writeUInt8(2, 0)
  assert.equal(dataKeyIdOf(otherVersion), undefined)
})

test('a value that would not round-trip, or not fit its column, is not sealed', () => {
  assert.throws(() => sealText(key, name, place, 'half \ud83d'), TypeError)
  assert.throws(() => sealText(key, name, place, 'é'.repeat(MAX_SECRET_BYTES / 2 + 1)), RangeError)
  assert.equal(sealText(key, name, place, 'x'.repeat(MAX_SECRET_BYTES)).length, 65_581)
})
