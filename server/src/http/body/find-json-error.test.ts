// The place of a syntax error is found wherever the parser of Node.js finds one, and nowhere else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findJsonError } from './find-json-error.ts'

const expectations: [text: string, line: number, column: number, expected: string][] = [
  ['', 1, 1, 'a value'],
  ['{', 1, 2, 'a field name in double quotes or "}"'],
  ['{"a"', 1, 5, '":"'],
  ['{"a":', 1, 6, 'a value'],
  ['{"a":1', 1, 7, '"," or "}"'],
  ['{"a":1,}', 1, 8, 'a field name in double quotes'],
  ["{'a':1}", 1, 2, 'a field name in double quotes or "}"'],
  ['{a:1}', 1, 2, 'a field name in double quotes or "}"'],
  ['{"a" 1}', 1, 6, '":"'],
  ['{"a" "b', 1, 6, '":"'],
  ['{"a":01}', 1, 7, '"," or "}"'],
  ['{"a":undefined}', 1, 6, 'a value'],
  ['[1 2]', 1, 4, '"," or "]"'],
  ['[1 "b', 1, 4, '"," or "]"'],
  ['[1,]', 1, 4, 'a value'],
  ['[1}', 1, 3, '"," or "]"'],
  ['{"a":1}x', 1, 8, 'the end of the body'],
  ['{"a":1}"', 1, 8, 'the end of the body'],
  ['{\n  "a": 1,\n  "b" 2\n}', 3, 7, '":"'],
]

for (const [text, line, column, expected] of expectations) {
  test(`${JSON.stringify(text)} is wrong at ${line}:${column}`, () => {
    assert.throws(() => JSON.parse(text))
    const isEnd = text.split('\n').at(line - 1)?.length === column - 1
    assert.deepEqual(findJsonError(text), { line, column, problem: `expected ${expected}`, isEnd })
  })
}

const strings: [text: string, line: number, column: number, problem: string][] = [
  ['"open', 1, 1, 'unterminated string'],
  ['{"a": "x}', 1, 7, 'unterminated string'],
  ['{"a', 1, 2, 'unterminated string'],
  ['["\\', 1, 2, 'unterminated string'],
  ['["\\u12', 1, 2, 'unterminated string'],
  ['{"a":1,\n"b', 2, 1, 'unterminated string'],
  ['{"a": "x\n}', 1, 9, 'unterminated string or unescaped line break'],
  ['{"a":"x\r\ny"}', 1, 8, 'unterminated string or unescaped line break'],
  ['{"a":"\\x"}', 1, 7, 'invalid escape sequence in a string'],
  ['{"a\\\'":1}', 1, 4, 'invalid escape sequence in a string'],
  ['["ok\\n", "\\u12G4"]', 1, 11, 'invalid escape sequence in a string'],
  ['["\\u12"]', 1, 3, 'invalid escape sequence in a string'],
  ['["a\tb"]', 1, 4, 'unescaped control character in a string'],
]

for (const [text, line, column, problem] of strings) {
  test(`${JSON.stringify(text)} has an ${problem}`, () => {
    assert.throws(() => JSON.parse(text))
    assert.deepEqual(findJsonError(text), { line, column, problem, isEnd: false })
  })
}

test('JSON is not wrong', () => {
  for (const text of [
    '{}',
    '[]',
    ' {"a": [1, -2.5e+3, true, null, "x\\u00e4\\n"], "b": {"c": {}}} ',
    '"text"',
    '0',
    '[[],[{}]]',
  ]) {
    JSON.parse(text)
    assert.equal(findJsonError(text), undefined, text)
  }
})

test('texts of random signs are wrong for both or for neither', () => {
  const signs = ['{', '}', '[', ']', ',', ':', '"a"', '1', 'true', ' ', '"', '-', '\n', '\\']
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (let count = 0; count < 20_000; count++) {
    const text = Array.from({ length: 1 + (next() % 8) }, () => signs[next() % signs.length]).join(
      '',
    )
    assert.equal(findJsonError(text) === undefined, isJson(text), JSON.stringify(text))
  }
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
