// A pattern has one text, however many schemas use it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternText, worded } from './patterns.ts'

const suggest = (value: string) => value.toLowerCase()

test('a pattern can be registered again in the same way', () => {
  for (const _ of [1, 2]) {
    assert.equal(worded('^same$', 'must be same', { echo: true, suggest }), '^same$')
  }
  assert.deepEqual(patternText('^same$'), { text: 'must be same', echo: true, suggest })
})

test('a pattern that is registered in another way is rejected, and keeps its text', () => {
  worded('^secret$', 'must be secret')
  for (const [text, more] of [
    ['must be something else', {}],
    ['must be secret', { echo: true }],
    ['must be secret', { explain: suggest }],
    ['must be secret', { suggest }],
  ] as const) {
    assert.throws(() => worded('^secret$', text, more), /two texts for the pattern \^secret\$/)
  }
  assert.deepEqual(patternText('^secret$'), { text: 'must be secret' })
})
