// Both languages have the same texts, with the right numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailWords } from './mail-words.ts'

test('every text is in both languages', () => {
  const { en, de } = mailWords
  assert.deepEqual(Object.keys(de), Object.keys(en))
  assert.deepEqual(Object.keys(de.kinds), Object.keys(en.kinds))
  assert.deepEqual(Object.keys(de.unsubscribed), Object.keys(en.unsubscribed))
})

test('one item is singular', () => {
  assert.equal(mailWords.en.subject(1, 'acme'), '1 unread item – acme')
  assert.equal(mailWords.de.subject(1, 'acme'), '1 ungelesener Eintrag – acme')
  assert.match(mailWords.de.intro(2, 'acme'), /sind 2 ungelesene Einträge\.$/)
})
