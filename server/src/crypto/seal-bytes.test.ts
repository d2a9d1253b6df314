import assert from 'node:assert/strict'
import { createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { openBytes, SEAL_BYTES, sealBytes } from './seal-bytes.ts'

const key = createSecretKey(randomBytes(32))
const bytes = fc.uint8Array({ maxLength: 80 })

test('sealed bytes open with the same key and the same associated data', () => {
  fc.assert(
    fc.property(bytes, bytes, (plain, boundTo) => {
      const sealed = sealBytes(key, plain, boundTo)
      assert.equal(sealed.length, plain.length + SEAL_BYTES)
      assert.deepEqual(openBytes(key, sealed, boundTo), Buffer.from(plain))
    }),
  )
})

test('every changed bit, every truncation and every addition is rejected', () => {
  const boundTo = Buffer.from('place')
  const sealed = sealBytes(key, Buffer.from('a secret of some length'), boundTo)
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    assert.equal(openBytes(key, changed, boundTo), undefined, `bit ${bit}`)
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.equal(openBytes(key, sealed.subarray(0, length), boundTo), undefined, `${length} bytes`)
    assert.equal(openBytes(key, sealed.subarray(sealed.length - length), boundTo), undefined)
  }
  assert.equal(openBytes(key, Buffer.concat([sealed, Buffer.alloc(1)]), boundTo), undefined)
})

test('another key and other associated data are rejected', () => {
  const sealed = sealBytes(key, Buffer.from('secret'), Buffer.from('place'))
  assert.equal(openBytes(createSecretKey(randomBytes(32)), sealed, Buffer.from('place')), undefined)
  for (const place of ['', 'Place', 'place ', 'plac']) {
    assert.equal(openBytes(key, sealed, Buffer.from(place)), undefined, place)
  }
})

test('control: a decipher without the tag length accepts a short tag', () => {
  const sealed = sealBytes(key, Buffer.from('secret'), Buffer.alloc(0))
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), {
    authTagLength: 4,
  })
  decipher.setAuthTag(sealed.subarray(-16, -12))
  assert.equal(decipher.update(sealed.subarray(12, -16)).toString(), 'secret')
  assert.doesNotThrow(() => decipher.final())
})

test('sealing the same text twice gives different bytes', () => {
  const all = Array.from({ length: 1_000 }, () =>
    sealBytes(key, Buffer.from('secret'), Buffer.alloc(0)),
  )
  assert.equal(new Set(all.map((sealed) => sealed.toString('hex', 0, 12))).size, all.length)
  assert.equal(new Set(all.map((sealed) => sealed.toString('hex', 12))).size, all.length)
})
