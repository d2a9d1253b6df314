// A page in the order of a custom field: its parts, and when the second one is left out. Pages are in routes.values.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApi } from '../../../../../tests/harness/test-api.ts'
import { type FieldPageQuery, listByField } from './field-page.ts'

const tenantId = '019301a2-b3c4-7d5e-8f90-000000000000'
const id = '019301a2-b3c4-7d5e-8f90-000000000001'

/** The statement that is sent. */
async function statementOf(query: Partial<FieldPageQuery>): Promise<string> {
  const { db } = await testApi()
  let text = ''
  await db.tenantRead(tenantId, async (tx) => {
    const rows: typeof tx.rows = (statement, options) => {
      text = statement.text.replaceAll(/\s+/g, ' ')
      return tx.rows(statement, options)
    }
    const order = { id, column: 'number' as const, descending: false }
    const rest = { conditions: [], limit: 5, maxBytes: 1_000, hasOnlyValues: false }
    await listByField(
      { ...tx, rows, mine: (alias) => tx.mine(alias) },
      { order, position: undefined, ...rest, ...query },
    )
  })
  return text
}

test('tasks without a value are only read when the page is not full', async () => {
  assert.match(await statementOf({}), /\(select count\(\*\) from valued\) < \$/)
})

test('they are not read at all when the filters leave none', async () => {
  assert.doesNotMatch(await statementOf({ hasOnlyValues: true }), /not exists/)
})

test('behind the last value only they are read', async () => {
  const text = await statementOf({ position: [id] })
  assert.doesNotMatch(text, /join task_field_values/)
  assert.match(text, /t\.id > \$\d+::uuid/)
  const order = { id, column: 'value' as const, descending: true }
  const first = await statementOf({ order, position: ['acme', id] })
  assert.match(first, /\(b\.value, b\.task_id\) < \(\$\d+::text, \$\d+::uuid\)/)
})
