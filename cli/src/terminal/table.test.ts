// Tables in a terminal and in a pipe, with wide characters and hostile cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayWidth, truncate } from './display-width.ts'
import { withColors, withoutColors } from './paint.ts'
import { type Column, printFields, Table } from './table.ts'

type Row = { id: string; title: string; note?: string | null }

const columns: Column<Row>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NOTE', value: (row) => row.note, isOptional: true },
  { title: 'TITLE', value: (row) => row.title, isFlexible: true },
]
const rows: Row[] = [
  { id: 'T-1', title: 'A short one', note: 'n'.repeat(20) },
  { id: 'T-100', title: '東京'.repeat(30), note: null },
]

test('a table fits the terminal, without its optional columns if necessary', () => {
  for (const space of [20, 40, 60, 200]) {
    const lines = new Table(columns, withoutColors, space).print(rows)
    assert.ok(
      lines.every((line) => displayWidth(line) <= space),
      `${space}: ${lines.join('\n')}`,
    )
    assert.equal(lines[0]?.includes('NOTE'), space >= 60)
  }
})

test('in a pipe nothing is cut off, and the header is printed once', () => {
  const table = new Table(columns, withoutColors, undefined)
  const first = table.print(rows)
  assert.ok(first[2]?.includes('東京'.repeat(30)))
  assert.equal(first[1], `T-1    ${'n'.repeat(20)}  A short one`)
  assert.equal(table.print(rows).length, 2)
})

test('cells are neutralized before colors are added', () => {
  const hostile = { id: 'T-1', title: '\u001b[2Jx\ny' }
  const colored: Column<Row>[] = [{ title: 'T', value: ({ title }) => title, color: () => 'red' }]
  assert.equal(new Table(colored, withColors, 80).print([hostile])[1], '\u001b[31m␛[2Jx y\u001b[0m')
  assert.deepEqual(
    printFields(
      [
        ['Title', hostile.title],
        ['None', null],
      ],
      withoutColors,
    ),
    ['Title  ␛[2Jx y'],
  )
})

test('the width of a text is that of a terminal', () => {
  assert.deepEqual(
    ['abc', '東京', '👩‍👩‍👧', 'é', 'e\u0301', '✓'].map(displayWidth),
    [3, 4, 2, 1, 1, 1],
  )
  assert.equal(truncate('東京タワー', 6), '東京…')
  assert.equal(truncate('abc', 3), 'abc')
})
