import assert from 'node:assert/strict'
import { test } from 'node:test'
import { worstPasswords } from './worst-passwords.ts'

test('the list has a few hundred words, all in the form they are compared in', () => {
  assert.ok(worstPasswords.size >= 200, `${worstPasswords.size}`)
  for (const word of worstPasswords) assert.match(word, /^[a-z]+$/)
})
