// Options of an import as a mapping.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandInput } from '#cli/program/command-input.ts'
import { mergeMapping, readDelimiter, readMapping } from './import-mapping.ts'

const inputOf = (options: Record<string, unknown>) => new CommandInput(['tasks.csv'], options)

test('options replace what was suggested for their fields and columns', () => {
  const mapping = readMapping(inputOf({ map: ['title=B', 'fields.size=C'] }))
  const suggested = [
    { column: 'A', field: 'title' },
    { column: 'B', field: 'description' },
    { column: 'D', field: 'queue' },
  ] as const
  assert.deepEqual(mergeMapping({ mapping: [...suggested] }, mapping), [
    { column: 'D', field: 'queue' },
    { column: 'B', field: 'title' },
    { column: 'C', field: 'field:size' },
  ])
})

test('values of every row', () => {
  const { defaults } = readMapping(inputOf({ set: ['queue=night', 'labels=a, b'] }))
  assert.deepEqual(defaults, { queue: 'night', labels: ['a', 'b'] })
  assert.throws(() => readMapping(inputOf({ set: ['title=x'] })), /"title" cannot be set/)
})

const read = (delimiter?: string) => readDelimiter(inputOf({ delimiter }))

test('delimiters', () => {
  assert.deepEqual(
    [read(','), read(';'), read('\\t'), read()],
    ['comma', 'semicolon', 'tab', undefined],
  )
  assert.throws(() => read('|'), /--delimiter must be/)
})
