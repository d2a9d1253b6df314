// The text of a search as terms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_TERMS, parseSearch } from './search-terms.ts'

/** `a "b c" -d | e`: terms, phrases, exclusions, alternatives. */
const printed = (text: string) =>
  parseSearch(text)
    .map(({ wanted, excluded }) =>
      [
        ...wanted.map(({ text: one, isPhrase }) => (isPhrase ? `"${one}"` : one)),
        ...excluded.map(({ text: one, isPhrase }) => (isPhrase ? `-"${one}"` : `-${one}`)),
      ].join(' '),
    )
    .join(' | ')

test('words, phrases, alternatives and exclusions', () => {
  assert.equal(printed('red valve'), 'red valve')
  assert.equal(printed('"the red  valve" pump'), '"the red valve" pump')
  assert.equal(printed('pump or blue paint OR x'), 'pump | blue paint | x')
  assert.equal(printed('paint -red -"pump house"'), 'paint -red -"pump house"')
  assert.equal(printed('"or"'), '"or"')
})

test('what is open ends with the text, and what is empty is left out', () => {
  assert.equal(printed('"pump ho'), '"pump ho"')
  assert.equal(printed('or pump or'), 'pump')
  for (const text of ['', '***', '" ( ! & :* \\', '-', '""', '- or -']) {
    assert.deepEqual(parseSearch(text), [], text)
  }
})

test('marks of a sentence do not belong to its words, others do', () => {
  assert.equal(printed('(pump), plan & build; done.'), 'pump plan build done')
  assert.equal(printed('invoice-4711 C++ #12 a/b x_y 50%'), 'invoice-4711 C++ #12 a/b x_y 50%')
})

test('terms beyond the most are ignored', () => {
  const words = Array.from({ length: MOST_TERMS + 3 }, (_, index) => `w${index}`)
  assert.equal(parseSearch(words.join(' '))[0]?.wanted.length, MOST_TERMS)
})
