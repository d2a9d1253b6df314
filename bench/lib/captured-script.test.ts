import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capturedScript } from './captured-script.ts'

const tenant = '0193e2a0-0000-7000-8000-000000000001'
const begin = { text: 'begin read only', values: [] }
const setTenant = { text: `select set_config('app.tenant_id', $1, true)`, values: [tenant] }
const commit = { text: 'commit', values: [] }

test('the tenant is drawn for each transaction; everything else is sent as it was', () => {
  const read = {
    text: 'select x where tenant_id = $1 and label = any($2::text[]) and y = $3 limit $4',
    values: [tenant, ['a "b" \\ c', null], null, 51],
  }
  const { text, variables } = capturedScript([begin, setTenant, read, commit], 7)
  assert.match(text, /tenant_id = \('0{8}.*:t.*\)::uuid and/)
  assert.ok(text.includes('= any(:s2_2::text[]) and y = null limit :s2_4;'))
  assert.equal(variables['s2_2'], String.raw`{"a \"b\" \\ c",NULL}`)
  assert.equal(variables['s2_4'], '51')
  assert.equal(variables['tenants'], '7')
  assert.ok(!text.includes(tenant) && !JSON.stringify(variables).includes(tenant))
})

test('a read is one round trip', () => {
  const { text } = capturedScript([begin, setTenant, commit], 1)
  assert.equal(text.match(/\\startpipeline/g)?.length, 1)
  assert.equal(text.match(/\\endpipeline/g)?.length, 1)
})

test('a transaction that sets no tenant is refused', () => {
  assert.throws(() => capturedScript([begin, commit], 1), /no statement sets the tenant/)
})
