// Escape sequences of every kind, and text that must stay as it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neutralize, neutralizeLine, printJson } from './neutralize.ts'

const HOSTILE = [
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]52;c;cm0gLXJm\u001b\\',
  '\u009b31m',
  '\u009d8;;http://x\u009c',
  'a\u0008\u0008b\rc',
  '\u202egnp.exe',
  'a\u2066b\u2069',
  '\u007f',
  'x\u2028y',
  '\ud800',
]
// What a terminal acts on.
const ACTS = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

test('no character that a terminal acts on is printed', () => {
  for (const text of HOSTILE) {
    if (text !== '\ud800' && !text.includes('\u2028')) assert.match(text, ACTS) // control
    assert.doesNotMatch(neutralize(text), ACTS)
    assert.doesNotMatch(neutralizeLine(`${text}\n\t`), /[\n\t]/)
    assert.doesNotMatch(printJson({ text }), ACTS)
    if (text !== '\ud800') assert.deepEqual(JSON.parse(printJson({ text })), { text })
  }
  assert.equal(neutralize('\u001b[31m'), '␛[31m')
})

test('other text is unchanged', () => {
  for (const text of ['Zürich – 東京 🌱', 'a\tb\nc', 'x‍y', '']) {
    assert.equal(neutralize(text), text)
    assert.equal(printJson(text), JSON.stringify(text))
  }
  assert.equal(neutralize('a\r\nb'), 'a\nb')
  assert.equal(printJson({ a: [1] }, 2), '{\n  "a": [\n    1\n  ]\n}')
})
