// CSV as it is found in files, and what a spreadsheet would run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeFormula, printCsvRow } from './print-csv.ts'
import { type CsvRow, detectDelimiter, readCsv } from './read-csv.ts'

/** In pieces of every size, so that each state is cut somewhere. */
async function read(text: string, size = text.length, delimiter?: string): Promise<CsvRow[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  return Array.fromAsync(readCsv(chunks(), delimiter))
}

test('quotes, line breaks, CRLF and a byte order mark, in pieces of any size', async () => {
  const text = '\ufeffa,"b ""x""",c\r\n1,"two\r\nlines",\r\n"",x"y,\n'
  for (const size of [1, 2, 3, 7, 100]) {
    const rows = await read(text, size, ',')
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['a', 'b "x"', 'c'],
        ['1', 'two\r\nlines', ''],
        ['', 'x"y', ''],
      ],
      `pieces of ${size}`,
    )
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2, 4],
    )
  }
  assert.deepEqual(await read(''), [])
  assert.deepEqual((await read('a\n1')).length, 2)
})

test('the delimiter is that of the header', () => {
  assert.deepEqual(['a,b;c,d\n', 'a;b\n1,2,3', 'a\tb', '"a,b";c', 'a'].map(detectDelimiter), [
    ',',
    ';',
    '\t',
    ';',
    ',',
  ])
})

test('a quote that is not closed is an error with its line', async () => {
  await assert.rejects(read('a\n1\n"2\n3\n'), /starts in line 3/)
})

test('what is written is read again', async () => {
  const rows = [
    ['a', 'b"c', 'd,e', 'f\ng', ' h', ''],
    ['=1', ';', '\t', 'ü', '"', ','],
  ]
  assert.deepEqual(
    (await read(rows.map(printCsvRow).join(''))).map(({ cells }) => cells),
    rows,
  )
})

test('cells that are formulas are text', () => {
  for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1']) {
    assert.equal(escapeFormula(cell), `'${cell}`)
  }
  for (const cell of ['a=1', '1-1', '', ' =1']) assert.equal(escapeFormula(cell), cell)
})
