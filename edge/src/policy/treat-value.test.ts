// Masks and tokens: what leaves in place of a value, and how it comes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToken, maskText, putValuesBack, treatValue } from './treat-value.ts'

const secret = Buffer.alloc(32, 1)
const place = { database: 'warehouse', column: 'iban' }

function keeper() {
  const values = new Map<string, string>()
  return {
    keep: (token: string, value: string) => void values.set(token, value),
    find: (token: string) => values.get(token),
  }
}

test('equal values have equal tokens, others have others', () => {
  const token = makeToken(secret, place, 'DE1')
  assert.match(token, /^tok_[a-z2-7]{26}$/)
  assert.equal(makeToken(secret, place, 'DE1'), token)
  assert.notEqual(makeToken(secret, place, 'DE2'), token)
  assert.notEqual(makeToken(secret, { ...place, column: 'bic' }, 'DE1'), token)
  assert.notEqual(makeToken(secret, { ...place, database: 'other' }, 'DE1'), token)
  assert.notEqual(makeToken(Buffer.alloc(32, 2), place, 'DE1'), token)
  assert.notEqual(makeToken(secret, place, 1), makeToken(secret, place, '1'))
})

test('a token comes back as its value, in the middle of a text as well', () => {
  const tokens = { secret, keeper: keeper() }
  const token = treatValue('DE1', { kind: 'tokenise' }, place, tokens)
  assert.equal(
    putValuesBack(`pay ${String(token)}, twice ${String(token)}.`, tokens.keeper),
    'pay DE1, twice DE1.',
  )
  assert.equal(putValuesBack('no token', tokens.keeper), 'no token')
})

test('a token that stands for nothing, or was cut, is refused', () => {
  assert.equal(putValuesBack(`tok_${'a'.repeat(26)}`, keeper()), undefined)
  assert.equal(putValuesBack('tok_abc', keeper()), undefined)
})

test('a value that looks like a token is not replaced again', () => {
  const tokens = { secret, keeper: keeper() }
  const inner = String(treatValue('x', { kind: 'tokenise' }, place, tokens))
  const outer = String(treatValue(inner, { kind: 'tokenise' }, place, tokens))
  assert.equal(putValuesBack(outer, tokens.keeper), inner)
})

test('nothing stays nothing', () => {
  assert.equal(treatValue(null, { kind: 'tokenise' }, place, { secret, keeper: keeper() }), null)
})

test('masks show what they may and not how long it was', () => {
  assert.equal(maskText('DE001234', 'last4'), '•••1234')
  assert.equal(maskText('1234', 'last4'), '•••')
  assert.equal(maskText('Jones', 'first1'), 'J•••')
  assert.equal(maskText('J', 'first1'), '•••')
  assert.equal(maskText('a@example.org', 'email'), '•••@example.org')
  assert.equal(maskText('no address', 'email'), '•••')
  assert.equal(maskText('anything', 'all'), '•••')
})
