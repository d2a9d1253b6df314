// The statement that creates tasks is one text whatever it creates, so that it is prepared once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCreate } from '@task-service/contract'
import { insertStatement } from './insertion.ts'
import { draftTask } from './service/create-tasks.ts'

const actor = { kind: 'key', id: 'key_1' } as const

function insertion(input: TaskCreate) {
  const task = draftTask({ actor, now: new Date() }, input)
  return {
    tenantId: '019301a2-b3c4-7d5e-8f90-000000000000',
    task,
    actor: 'key:key_1',
    requestId: 'r',
  }
}

const answer = {
  key: 'k',
  requestHash: Buffer.from('ab', 'hex'),
  headers: { etag: '"1"' },
  expiresAt: new Date('2026-11-16T00:00:00Z'),
}

test('one text, for one plain task and for many with everything', () => {
  const one = insertStatement([insertion({ title: 'x' })])
  const many = insertStatement([
    insertion({ title: 'y', labels: ['a', 'b'] }),
    { ...insertion({ title: 'z', source: 's', external_id: 'e' }), answer },
  ])
  assert.equal(one.text, many.text)
  assert.deepEqual(one.values.slice(1), many.values.slice(1))
})

test('rows keep the order of the request and carry what is to be remembered', () => {
  const { values } = insertStatement([
    insertion({ title: 'first' }),
    { ...insertion({ title: 'second', labels: ['a'] }), answer },
  ])
  const rows = JSON.parse(String(values[0])) as Record<string, unknown>[]
  assert.deepEqual(
    rows.map((row) => [row['place'], row['title'], row['labels'], row['answer_hash']]),
    [
      [0, 'first', undefined, undefined],
      [1, 'second', ['a'], '\\xab'],
    ],
  )
})
