import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resultOf, sha256 } from '../../../../tests/harness/edge/test-edge.ts'
import { checkRows, MAX_ROW_BYTES, RowReader, takeSomeRows } from './rows-text.ts'

const rows = [[1, 'ä"[]{},\\'], [2, null, { a: [']'] }], []]
const text = JSON.stringify(rows)
const result = resultOf(rows)
const cut = (whole: string, size: number): string[] =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
    whole.slice(at * size, (at + 1) * size),
  )

describe('a result that came', () => {
  test('is what was announced, however it was cut', async () => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      await checkRows(cut(text, size), result)
      const shown = await takeSomeRows(cut(text, size), { rows: 9, bytes: 1_000 })
      assert.deepEqual(shown, { rows, isCut: false })
    }
    const spaced = '[ [1] ,\n[2] ]'
    const facts = { byte_count: spaced.length, sha256: sha256(spaced) }
    await checkRows([spaced], { ...resultOf([[1], [2]]), ...facts })
    await checkRows([], { ...resultOf([]), byte_count: 0, sha256: sha256('') })
  })

  test('is refused when anything of it differs', async () => {
    const wrong: [string, typeof result][] = [
      [text.replace('1', '3'), result],
      [`${text} `, result],
      [text, { ...result, row_count: 1 }],
      [text, { ...result, byte_count: result.byte_count + 1 }],
      [text, { ...result, sha256: '0'.repeat(64) }],
    ]
    for (const [came, announced] of wrong) {
      await assert.rejects(checkRows([came], announced))
    }
  })

  test('is refused when it is not rows', async () => {
    for (const other of [
      '{}',
      '[1]',
      'null',
      '[[1]',
      '"[]"',
      '[[1],]',
      '[[1][2]]',
      '[]]',
      '[[1}]',
    ]) {
      const announced = {
        ...resultOf([[1]]),
        byte_count: other.length,
        sha256: sha256(other),
      }
      await assert.rejects(checkRows([other], announced), /rows/i, other)
    }
  })

  test('is read piece by piece: no more than one row is held', () => {
    const reader = new RowReader()
    const row = JSON.stringify(['x'.repeat(1_000)])
    const whole = `[${Array.from({ length: 20_000 }, () => row).join(',')}]`
    let count = 0
    for (const piece of cut(whole, 262_144))
      for (const one of reader.push(piece)) count += +(one === row)
    reader.end()
    assert.equal(count, 20_000)
  })

  test('is rejected when a row is longer than the limit', () => {
    const reader = new RowReader()
    const pieces = cut(`[["${'x'.repeat(MAX_ROW_BYTES)}"]]`, 262_144)
    assert.throws(() => pieces.forEach((piece) => Array.from(reader.push(piece))), /larger than/)
  })
})

describe('what is shown', () => {
  test('ends at so many rows', async () => {
    const shown = await takeSomeRows([text], { rows: 1, bytes: 1_000 })
    assert.deepEqual(shown, { rows: rows.slice(0, 1), isCut: true })
  })

  test('ends at so many bytes, and is all there is otherwise', async () => {
    const bytes = Buffer.byteLength(text)
    assert.equal((await takeSomeRows([text], { rows: 9, bytes: bytes + 1 })).isCut, false)
    const less = await takeSomeRows([text], { rows: 9, bytes: bytes - 2 })
    assert.deepEqual([less.rows.length, less.isCut], [2, true])
  })

  test('reads no further than it has to', async () => {
    let pieces = 0
    function* endless() {
      yield '['
      for (; ; pieces++) yield `["${'x'.repeat(1_000)}"],`
    }
    assert.equal((await takeSomeRows(endless(), { rows: 10, bytes: 2 ** 20 })).rows.length, 10)
    assert.ok(pieces <= 11, String(pieces))
    function* oneRow() {
      yield '[["'
      for (; ; pieces++) yield 'x'.repeat(1_000)
    }
    pieces = 0
    const none = await takeSomeRows(oneRow(), { rows: 10, bytes: 100_000 })
    assert.deepEqual(none, { rows: [], isCut: true })
    assert.ok(pieces <= 102, String(pieces))
  })
})
