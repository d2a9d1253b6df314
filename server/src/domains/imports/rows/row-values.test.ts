// The values of a row, and the rows that have none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRow } from './row-values.ts'

const csv = { format: 'csv', delimiter: ',', names: ['a', 'b'] } as const
const jsonl = { format: 'jsonl', delimiter: null, names: [] } as const

const read = (bytes: string | Buffer, layout: Parameters<typeof readRow>[1] = csv) => {
  const row = readRow(Buffer.from(bytes), layout)
  return row && 'values' in row ? Object.fromEntries(row.values) : row?.fault
}

test('cells by the names of their columns: short rows, and the apostrophe of an export', () => {
  assert.deepEqual(read('1,"x, y"'), { a: '1', b: 'x, y' })
  assert.deepEqual(read('1'), { a: '1', b: '' })
  assert.deepEqual(read("'=1+1,'-5"), { a: '=1+1', b: '-5' })
  assert.deepEqual(read('1,2,,'), { a: '1', b: '2' })
})

test('blank rows are no rows', () => {
  for (const blank of ['', '  ', ',', ' , ']) assert.equal(read(blank), undefined, blank)
  assert.equal(read(' \t', jsonl), undefined)
})

test('rows that cannot be read', () => {
  assert.match(read('1,2,3') as string, /3 values, and the header has 2/)
  assert.match(read('1,"2') as string, /not closed/)
  assert.match(read(Buffer.from('fünf', 'latin1')) as string, /not UTF-8/)
  assert.match(read('a\0b') as string, /NUL/)
})

test('lines of JSON: objects only, and an error without the text', () => {
  assert.deepEqual(
    read('{"a":[1],"__proto__":"x"}', jsonl),
    JSON.parse('{"a":[1],"__proto__":"x"}'),
  )
  for (const line of ['[1]', 'null', '"a"']) {
    assert.equal(read(line, jsonl), 'The row is not a JSON object.')
  }
  assert.equal(read('{"password":"hunter2"', jsonl), 'The row is not valid JSON.')
})
