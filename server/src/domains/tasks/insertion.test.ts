// The statements that create tasks have one text whatever they create, so that they are prepared once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCreate } from '@task-service/contract'
import { splitAtNumber } from './document.ts'
import { insertStatements } from './insertion.ts'
import { draftTask } from './service/create-tasks.ts'

const actor = { kind: 'key', id: 'key_1' } as const

function insertion(input: TaskCreate) {
  const task = draftTask({ actor, now: new Date() }, input)
  return {
    tenantId: '019301a2-b3c4-7d5e-8f90-000000000000',
    task,
    document: splitAtNumber(task),
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

test('one text for each statement, for one plain task and for many with everything', () => {
  for (const mode of ['skip', 'wait'] as const) {
    const one = insertStatements([insertion({ title: 'x' })], mode)
    const many = insertStatements(
      [
        insertion({ title: 'y', labels: ['a', 'b'] }),
        { ...insertion({ title: 'z', source: 's', external_id: 'e' }), answer },
      ],
      mode,
    )
    assert.deepEqual(
      one.map(({ text }) => text),
      many.map(({ text }) => text),
    )
  }
})

function rowsOf(insertions: Parameters<typeof insertStatements>[0]): Record<string, unknown>[] {
  return JSON.parse(String(insertStatements(insertions, 'skip').at(-1)?.values[4]))
}

test('rows keep the order of the request and carry what is to be remembered', () => {
  const rows = rowsOf([
    insertion({ title: 'first' }),
    { ...insertion({ title: 'second', labels: ['a'] }), answer },
  ])
  assert.deepEqual(
    rows.map((row) => [row['place'], row['title'], row['labels'], row['answer_hash']]),
    [
      [0, 'first', undefined, undefined],
      [1, 'second', ['a'], '\\xab'],
    ],
  )
})

test('documents are sent beside their rows, without those of repeats', () => {
  const reference = { source: 's', external_id: 'e' }
  const insertions = [
    insertion({ title: 'a', ...reference }),
    insertion({ title: 'b', ...reference }),
    insertion({ title: 'c', description: 'a unit\u001fseparator, "quoted"' }),
  ]
  const [heads, , tails] = insertStatements(insertions, 'skip').at(-1)?.values ?? []
  for (const [part, sent] of [
    ['head', heads],
    ['tail', tails],
  ] as const) {
    const expected = [insertions[0], insertions[2]].map((item) => item?.document[part])
    assert.deepEqual(String(sent).split('\u001f'), expected)
  }
})

test('a document that is not JSON is sent with no other', () => {
  const broken = { ...insertion({ title: 'x' }), document: { head: '{"a\u001f":', tail: '}' } }
  assert.throws(() => insertStatements([insertion({ title: 'y' }), broken], 'skip'), /not JSON/)
})

test('of two rows with one reference only the first is sent', () => {
  const reference = { source: 's', external_id: 'e' }
  const other = { ...insertion({ title: 'c', ...reference }), tenantId: crypto.randomUUID() }
  const rows = rowsOf([
    insertion({ title: 'a', ...reference }),
    insertion({ title: 'b', ...reference }),
    other,
    insertion({ title: 'd', source: 's', external_id: 'e2' }),
  ])
  assert.deepEqual(
    rows.map((row) => row['place']),
    [0, 2, 3],
  )
})
