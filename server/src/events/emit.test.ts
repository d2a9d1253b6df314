// What the dispatcher reads of an event in SQL must be readable there: PostgreSQL stores half a surrogate pair in JSON, but its
// operators fail with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect, newTenant, testApi } from '../../../tests/harness/test-api.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { emitEvents } from './emit.ts'

test('half a surrogate pair becomes a replacement character, and nothing else changes', async () => {
  const { tenant } = await newTenant()
  const { db } = await testApi()
  const id = uuidv7()
  const text = 'a\ud83d \ud83d\ude9a \\ud83d \\\\\ud83d\ud83d'
  await db.tenantTx(tenant.id, (tx) =>
    emitEvents({ tx, actor: { kind: 'system', id: 'test' }, now: new Date() }, [
      { id, type: 'comment.created', subjectId: uuidv7(), data: { text } },
    ]),
  )
  const [row] = await inspect<{ text: string }>(
    `select data ->> 'text' as text from events where id = $1`,
    [id],
  )
  assert.equal(row?.text, text.toWellFormed())
})
