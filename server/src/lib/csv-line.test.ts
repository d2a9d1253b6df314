// Cells come back as they were, and none of them is a formula.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, readCellText } from './csv-line.ts'

test('cells are divided by commas and quoted where they must be', () => {
  assert.equal(csvLine(['a', '', 'b c']), 'a,,b c\r\n')
  assert.equal(csvLine(['a,b', 'say "no"', 'two\nlines']), '"a,b","say ""no""","two\nlines"\r\n')
  assert.equal(csvLine([' a', 'b\t', 'c\r\nd']), '" a","b\t","c\r\nd"\r\n')
})

test('no cell begins like a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    assert.match(csvLine([`${start}cmd|'/c calc'!A1`]), /^"?'/, JSON.stringify(start))
  }
  assert.equal(csvLine(['=1+1', 'a=b']), "'=1+1,a=b\r\n")
  assert.equal(csvLine(['=HYPERLINK("http://x","y")']), `"'=HYPERLINK(""http://x"",""y"")"\r\n`)
})

test('control: a negative number is no formula, the same text could be', () => {
  assert.equal(csvLine([-5, 1e21, '-5']), "-5,1e+21,'-5\r\n")
})

test('a reader gets the text as it was, with apostrophes of its own', () => {
  for (const text of ['=1', "'=1", "''-", "'a", "'", '', 'a=1', "'90s", '＝1']) {
    assert.equal(readCellText(csvLine([text]).slice(0, -2)), text)
  }
})
