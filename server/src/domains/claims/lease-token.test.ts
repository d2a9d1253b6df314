import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestLeaseToken, generateLeaseToken, isLeaseToken } from './lease-token.ts'

test('a token matches its own digest and no other', () => {
  const token = generateLeaseToken()
  assert.match(token, /^lease_[A-Za-z0-9_-]{32}$/)
  assert.ok(isLeaseToken(token, digestLeaseToken(token)))
  assert.ok(!isLeaseToken(generateLeaseToken(), digestLeaseToken(token)))
  assert.ok(!digestLeaseToken(token).toString('utf8').includes(token))
})
