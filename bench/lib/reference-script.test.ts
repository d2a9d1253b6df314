import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceScript } from './reference-script.ts'

const tenant = '0193e2a0-0000-7000-8000-000000000001'
const setTenant = {
  text: `select set_config('app.tenant_id', $1, true)`,
  values: [tenant],
  pipelined: true,
}
const begin = { text: 'begin', values: [], pipelined: false }
const commit = { text: 'commit', values: [], pipelined: false }
const insert = {
  text: 'insert into x select $1, $2::uuid[], $3::bigint[], $4::text[], $5::smallint[], $6',
  values: [
    tenant,
    ['0193e2a0-0000-7000-8000-00000000abcd'],
    [142],
    ['a "b" \\ c', null],
    [3],
    null,
  ],
  pipelined: false,
}

test('tenant, ids and numbers are new for each transaction; everything else is sent as it was', () => {
  const { text, variables } = referenceScript([begin, setTenant, insert, commit], 7)
  const statement = text.split('\n').find((line) => line.startsWith('insert')) ?? ''
  assert.match(statement, /select \('0{8}.*:t.*\)::uuid, array\[/)
  assert.ok(text.includes('array[:number]::bigint[], :s2_4::text[], :s2_5::smallint[], null;'))
  assert.equal(variables['s2_4'], String.raw`{"a \"b\" \\ c",NULL}`)
  assert.equal(variables['s2_5'], '{"3"}')
  assert.equal(variables['tenants'], '7')
  assert.ok(!text.includes(tenant) && !JSON.stringify(variables).includes(tenant))
})

test('what the service sent without waiting stays in one round trip', () => {
  const { text } = referenceScript([begin, setTenant, insert, commit], 1)
  assert.equal(text.match(/\\startpipeline/g)?.length, 3)
  assert.equal(text.match(/\\endpipeline/g)?.length, 3)
})

test('the end of a read belongs to its only round trip', () => {
  const read = { text: 'select 1', values: [], pipelined: true }
  const readOnly = { ...begin, text: 'begin read only' }
  const { text } = referenceScript([readOnly, setTenant, read, commit], 1)
  assert.equal(text.match(/\\startpipeline/g)?.length, 1)
})

test('a transaction that sets no tenant is refused', () => {
  assert.throws(() => referenceScript([begin, commit], 1), /no statement sets the tenant/)
})
