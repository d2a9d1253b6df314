import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { generateApiKey, isWellFormedApiKey } from './api-key.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key is the prefix, 32 random characters and the checksum of both in 6', () => {
  const key = generateApiKey()
  assert.match(key, /^tskey_[0-9A-Za-z]{38}$/)
  const checksum = Array.from(key.slice(-6)).reduce(
    (sum, digit) => sum * 62 + alphabet.indexOf(digit),
    0,
  )
  assert.equal(checksum, crc32(key.slice(0, -6)))
})

test('generated keys are well formed, differ, and use every character about equally', () => {
  const keys = Array.from({ length: 2000 }, generateApiKey)
  assert.equal(new Set(keys).size, keys.length)
  assert.ok(keys.every(isWellFormedApiKey))

  const counts = new Map<string, number>()
  for (const character of keys.flatMap((key) => Array.from(key.slice(6, 38)))) {
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  // 64,000 draws over 62 characters: 1,032 each, standard deviation 32. `byte % 62` would give the
  // first eight characters 1,250 each.
  assert.equal(counts.size, 62)
  for (const [character, count] of counts) {
    assert.ok(Math.abs(count - 1032) < 200, `${character} was drawn ${count} times`)
  }
})

test('one wrong, missing, additional or swapped character is detected', () => {
  const key = generateApiKey()
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === 'x' ? 'y' : 'x'
    const wrong = key.slice(0, index) + other + key.slice(index + 1)
    assert.equal(isWellFormedApiKey(wrong), false, wrong)
    assert.equal(isWellFormedApiKey(key.slice(0, index) + key.slice(index + 1)), false)
  }
  assert.equal(isWellFormedApiKey(`${key}x`), false)
  assert.equal(isWellFormedApiKey(`${key}\n`), false)

  const [first, second] = [key.charAt(6), key.charAt(7)]
  const swapped = `tskey_${second}${first}${key.slice(8)}`
  assert.equal(isWellFormedApiKey(swapped), first === second)
})

test('other texts are not well formed', () => {
  for (const text of ['', 'tskey_', 'tskey_short', 'a'.repeat(44), `tskey_${'é'.repeat(38)}`]) {
    assert.equal(isWellFormedApiKey(text), false, text)
  }
})
