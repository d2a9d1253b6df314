// Every setting of the integration has its step, and settings are guessed where possible, unless the user chose otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider, StatementFace } from '@task-service/contract'
import { manifest } from '../../../../../integrations/database/manifest.ts'
import {
  fieldsOf,
  forgetAfter,
  guessColumns,
  guessStatements,
  isStepDone,
  STEPS,
} from './wizard-steps.ts'

const provider = { config: manifest.config } as unknown as Provider // the fields are all that is looked at

const face = (name: string, more: Partial<StatementFace> = {}): StatementFace => ({
  database: 'warehouse',
  engine: 'postgres',
  name,
  kind: 'read',
  description: '',
  params: [],
  columns: [],
  max_rows: 10,
  max_bytes: 1_000,
  timeout_ms: 1_000,
  ...more,
})
const key = { name: 'key', type: 'integer' as const, required: true }
const faces = [
  face('claim', { params: [key] }),
  face('open_claims', { params: [{ ...key, name: 'after', required: false }] }),
  face('close_claim', { kind: 'write', params: [key], fence: 'version' }),
]

const plain = (name: string) => ({ name, treatment: 'plain' as const })

test('each setting is asked for once', () => {
  const asked = STEPS.flatMap((step) => fieldsOf(provider, step).map(({ name }) => name))
  assert.deepEqual(asked.toSorted(), manifest.config.map(({ name }) => name).toSorted())
})

test('the only database and the likely statements are chosen', () => {
  assert.deepEqual(guessStatements(faces, { connector: 'con_1' }), {
    connector: 'con_1',
    database: 'warehouse',
    read_statement: 'open_claims',
    get_statement: 'claim',
    write_statement: 'close_claim',
  })
})

test('a value that the user chose stays, also when it is empty', () => {
  const chosen = guessStatements(faces, { read_statement: 'claim', write_statement: '' })
  assert.equal(chosen['read_statement'], 'claim')
  assert.equal(chosen['write_statement'], '')
})

test('columns are guessed by their names', () => {
  const columns = ['id', 'version', 'title', 'status'].map(plain)
  assert.deepEqual(guessColumns(face('open_claims', { columns }), {}), {
    key_column: 'id',
    version_column: 'version',
    status_column: 'status',
    title: '{{title}}',
  })
})

test('another statement forgets the columns of the one before', () => {
  const config = {
    connector: 'con_1',
    read_statement: 'a',
    key_column: 'id',
    link: 'https://x.test',
  }
  const { key_column: forgotten, ...rest } = config
  assert.equal(forgotten, 'id')
  assert.deepEqual(forgetAfter('read_statement', config), rest)
})

test('a step is done when what it requires is there', () => {
  const draft = { name: 'Claims', config: { connector: 'con_1' }, secrets: {} }
  assert.equal(isStepDone(provider, 'connector', draft), false)
  const config = { connector: 'con_1', database: 'warehouse' }
  assert.equal(isStepDone(provider, 'connector', { ...draft, config }), true)
  assert.equal(isStepDone(provider, 'connector', { ...draft, config, name: ' ' }), false)
})
