import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('cells are divided by commas and quoted where they must be', () => {
  assert.equal(csvLine(['a', '', 'b c']), 'a,,b c\r\n')
  assert.equal(csvLine(['a,b', 'say "no"', 'two\nlines']), '"a,b","say ""no""","two\nlines"\r\n')
})

test('no cell begins like a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    assert.match(csvLine([`${start}cmd|'/c calc'!A1`]), /^"?'/)
  }
  assert.equal(csvLine(['=1+1', 'a=b']), "'=1+1,a=b\r\n")
  assert.equal(csvLine(['=HYPERLINK("http://x","y")']), `"'=HYPERLINK(""http://x"",""y"")"\r\n`)
})
