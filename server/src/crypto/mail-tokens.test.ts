// Tokens in e-mails: bound to tenant, user and address, and not exchangeable.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  deriveAddressCode,
  isAddressCode,
  makeUnsubscribeToken,
  messageIdOf,
  readUnsubscribeToken,
} from './mail-tokens.ts'

const pepper = Buffer.alloc(32, 1)
const [tenantId, userId, other] = [randomUUID(), randomUUID(), randomUUID()]

test('an unsubscribe token names its user, at its tenant only', () => {
  const token = makeUnsubscribeToken(pepper, { tenantId, userId })
  assert.equal(readUnsubscribeToken(pepper, tenantId, token), userId)
  assert.equal(readUnsubscribeToken(pepper, other, token), undefined)
  assert.equal(readUnsubscribeToken(Buffer.alloc(32, 2), tenantId, token), undefined)
  const bytes = Buffer.from(token, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.equal(readUnsubscribeToken(pepper, tenantId, changed.toString('base64url')), undefined)
  }
  for (const text of ['', token.slice(1), `${token}A`, '%'.repeat(43)]) {
    assert.equal(readUnsubscribeToken(pepper, tenantId, text), undefined)
  }
})

test('a code belongs to one address and one request, however it is typed', () => {
  const request = { tenantId, userId, address: 'ada@example.com', codeId: other }
  const code = deriveAddressCode(pepper, request)
  assert.match(code, /^[A-HJKMNP-TV-Z0-9]{5}-[A-HJKMNP-TV-Z0-9]{5}$/)
  const typed = code.toLowerCase().replace('-', '  ').replaceAll('0', 'o').replaceAll('1', 'l')
  assert.equal(isAddressCode(code, typed), true)
  assert.equal(isAddressCode(code, code.slice(1)), false)
  for (const change of [
    { tenantId: other },
    { userId: other },
    { codeId: userId },
    { address: 'bob@example.com' },
  ]) {
    assert.equal(isAddressCode(deriveAddressCode(pepper, { ...request, ...change }), code), false)
  }
})

test('a Message-ID is the same for the same message, and shows nothing of it', () => {
  const id = messageIdOf(pepper, 'digest', [tenantId, userId], 'example.com')
  assert.equal(id, messageIdOf(pepper, 'digest', [tenantId, userId], 'example.com'))
  assert.match(id, /^<digest\.[0-9a-f]{32}@example\.com>$/)
  assert.notEqual(id, messageIdOf(pepper, 'code', [tenantId, userId], 'example.com'))
})
