// A field offers what its connector has announced: databases, and statements of the database and of the kind that is asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider, StatementFace } from '@task-service/contract'
import { choicesFor, isOfConnector, valueOf } from './statement-choices.ts'

const face = (database: string, name: string, kind: string) =>
  ({ database, name, kind }) as unknown as StatementFace // the parts that are looked at
const known = [
  face('warehouse', 'open_claims', 'read'),
  face('warehouse', 'close_claim', 'write'),
  face('books', 'invoices', 'read'),
]
const provider = {
  config: [
    { name: 'connector', kind: 'connector' },
    { name: 'base', kind: 'database' },
    { name: 'title', kind: 'text' },
  ],
} as unknown as Provider // the parts that are looked at

test('databases are offered once each', () => {
  assert.deepEqual(choicesFor({ kind: 'database', statements: null }, known, ''), [
    'warehouse',
    'books',
  ])
})

test('statements are those of the database and of the kind', () => {
  const read = { kind: 'statement', statements: 'read' } as const
  assert.deepEqual(choicesFor(read, known, 'warehouse'), ['open_claims'])
  assert.deepEqual(choicesFor(read, known, ''), ['open_claims', 'invoices'])
  assert.deepEqual(choicesFor({ ...read, statements: 'write' }, known, 'warehouse'), [
    'close_claim',
  ])
})

test('entered values are found by the kind of their field', () => {
  assert.equal(valueOf(provider, { connector: 'con_1', base: 'books' }, 'database'), 'books')
  assert.equal(valueOf(provider, {}, 'connector'), '')
  assert.deepEqual(
    provider.config.map((field) => isOfConnector(field)),
    [true, true, false],
  )
})
