// Short names for contents: equal for equal ones, different for whatever differs by a letter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprint } from './fingerprint.ts'

test('is the same for the same, and differs for 20,000 contents that hardly differ', () => {
  assert.equal(fingerprint('a'), fingerprint('a'))
  const texts = Array.from({ length: 20_000 }, (_, n) => `{"title":"Task ${n}","status":"1"}`)
  assert.equal(new Set(texts.map(fingerprint)).size, texts.length)
  assert.match(fingerprint(''), /^[0-9a-f]{16}$/)
})
