// What is stored must open for as long as databases live: these values were made by another implementation (HKDF and
// AES-GCM of Python's cryptography) with the same labels and parts. If this fails, databases become unreadable.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyring } from './keyring.ts'
import { openText, type Sealed } from './sealed-secret.ts'
import { Secret } from './secret.ts'

const masterKeyId = 'c4f6034d7cb62053'
const dataKey = {
  tenantId: '01890000-0000-7000-8000-000000000002',
  id: '01890000-0000-7000-8000-000000000003',
  masterKeyId,
  wrapped: Buffer.from(
    '000102030405060708090a0b2d11f54095047d4ce7b3861cbc41f629ebc1aa1085dc5b81bf0daa733cb69365b1ee25de9ebbad8983862b326b928a3b',
    'hex',
  ),
}
const sealed = Buffer.from(
  '0101890000000070008000000000000003000102030405060708090a0becc850207ef1b29af87f99802ab4c8b2bbc48ab7053433e6ebd8',
  'hex',
) as Sealed // made elsewhere, as the sentence above says
const canary = Buffer.from(
  '000102030405060708090a0b2a15fd468f14417b98827e6503d1dcc08676f34b8382',
  'hex',
)

const digest = Buffer.from(
  '01c4f6034d7cb620536b9517f5d14de90a59611f310a21a86d71f4bd29291a70602dd027ef161dd262',
  'hex',
)

const keyring = createKeyring({
  instanceId: '01890000-0000-7000-8000-000000000001',
  master: Secret.from(Buffer.from(Array.from({ length: 32 }, (_, index) => index))),
  previous: null,
})

test('a keyed digest of another implementation matches', () => {
  assert.deepEqual(keyring.digest('schlüssel'), digest)
  assert.equal(keyring.matchesDigest('schlüssel', digest), true)
})

test('a data key, a secret and a canary of another implementation open', () => {
  assert.equal(keyring.currentId, masterKeyId)
  const key = keyring.unwrap(dataKey)
  assert.ok(key)
  const place = {
    ownerKind: 'webhook',
    ownerId: 'w1',
    field: 'secret',
    allowedHosts: ['b.example', 'a.example'],
  }
  assert.equal(openText(key, dataKey, place, sealed)?.reveal(), 'schlüssel')
  assert.ok(keyring.opensCanary(masterKeyId, canary))
})
