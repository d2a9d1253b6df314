// The name of an object: below its tenant, and without anything that a client chose.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectKey } from './object-key.ts'

test('a file is below its tenant', () => {
  const [tenant, file] = [
    '01900000-0000-7000-8000-000000000001',
    '01900000-0000-7000-8000-000000000002',
  ]
  assert.equal(objectKey(tenant, file), `attachments/${tenant}/${file}`)
})
