import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resultOf } from '../../../../tests/harness/edge/test-edge.ts'
import { checkRows, cutRows, parseRows } from './rows-text.ts'

const rows = [
  [1, 'ä'],
  [2, null],
]
const text = JSON.stringify(rows)
const result = resultOf(rows)

describe('a result that came', () => {
  test('is what was announced', () => {
    checkRows(text, result)
    assert.deepEqual(parseRows(text), rows)
    assert.deepEqual(parseRows(''), [], 'a write has none')
  })

  test('is refused when anything of it differs', () => {
    const wrong: [string, typeof result][] = [
      [text.replace('1', '3'), result],
      [`${text} `, result],
      [text, { ...result, row_count: 1 }],
      [text, { ...result, byte_count: result.byte_count + 1 }],
      [text, { ...result, sha256: '0'.repeat(64) }],
    ]
    for (const [came, announced] of wrong) assert.throws(() => checkRows(came, announced))
  })

  test('is refused when it is not rows', () => {
    for (const other of ['{}', '[1]', 'null', '[[1]', '"[]"']) {
      assert.throws(() => parseRows(other), /rows/)
    }
  })
})

describe('what is shown', () => {
  test('ends at so many rows', () => {
    assert.deepEqual(cutRows(rows, { rows: 1, bytes: 1_000 }), { rows: [[1, 'ä']], isCut: true })
  })

  test('ends at so many bytes, and is all there is otherwise', () => {
    const bytes = Buffer.byteLength(text)
    assert.deepEqual(cutRows(rows, { rows: 9, bytes: bytes + 1 }), { rows, isCut: false })
    assert.equal(cutRows(rows, { rows: 9, bytes: bytes - 2 }).rows.length, 1)
  })
})
