// Rows in the bytes of a file, wherever a piece of it ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCells, splitRows } from './row-splitter.ts'

const COMMA = 0x2c

/** Read in pieces of one size, each of which begins with the rest of the one before. */
function rowsOf(text: string, size: number, delimiter: number | null = COMMA): [string, number][] {
  const bytes = Buffer.from(text)
  const found: [string, number][] = []
  let [position, line, wanted] = [0, 1, size]
  while (position < bytes.length) {
    const piece = bytes.subarray(position, position + wanted)
    const isEnd = position + piece.length === bytes.length
    const rows = splitRows(piece, { delimiter, isEnd, maxRows: 2 })
    for (const row of rows) {
      found.push([piece.toString('utf8', row.start, row.end), line])
      line += row.lines
    }
    position += rows.at(-1)?.next ?? 0
    wanted = rows.length > 0 ? size : wanted + size
  }
  return found
}

test('quotes, line breaks in values, CRLF and CR, in pieces of any size', () => {
  const text = 'a,"b ""x""",c\r\n1,"two\r\nlines",\r"","é"\n\nlast,"x'
  for (let size = 1; size <= text.length + 2; size++) {
    assert.deepEqual(
      rowsOf(text, size),
      [
        ['a,"b ""x""",c', 1],
        ['1,"two\r\nlines",', 2],
        ['"","é"', 4],
        ['', 5],
        ['last,"x', 6],
      ],
      `pieces of ${size}`,
    )
  }
})

test('lines of JSON, in pieces of any size', () => {
  for (let size = 1; size < 20; size++) {
    assert.deepEqual(rowsOf('{"a":"\\""}\r\n\n[1]', size, null), [
      ['{"a":"\\""}', 1],
      ['', 2],
      ['[1]', 3],
    ])
  }
})

test('values', () => {
  assert.deepEqual(readCells('a,"b ""x""",', ','), ['a', 'b "x"', ''])
  assert.deepEqual(readCells('', ','), [''])
  assert.deepEqual(readCells('x"y;"z"', ';'), ['x"y', 'z'])
  assert.deepEqual(readCells('"a"b,c', ','), ['ab', 'c'])
  assert.deepEqual(readCells('"two\r\nlines"', ','), ['two\r\nlines'])
  assert.equal(readCells('a,"b', ','), undefined)
})
