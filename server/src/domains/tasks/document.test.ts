import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import * as fc from 'fast-check'
import {
  columnsOf,
  idOf,
  parseTask,
  printTask,
  priorityRank,
  splitAtNumber,
  uuidOf,
} from './document.ts'
import { draftTask } from './service/create-tasks.ts'

const actor = { kind: 'key', id: 'key_1' } as const

function draft(input: Parameters<typeof draftTask>[1]): Task {
  return draftTask({ actor, now: new Date('2026-11-15T09:30:00Z') }, input)
}

test('a task survives printing and parsing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue(),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (title, description, input, fields) => {
        // JSON has no -0.
        const task = draft({ title, description, input: plain(input), fields: plain(fields) })
        assert.deepEqual(parseTask(printTask(task)), plain(task))
      },
    ),
  )
})

function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

test('the two halves around the number make the document again, whatever the texts contain', () => {
  for (const title of ['x', ',"number":0', '{"id":"a","number":7}', '\u0000"\\']) {
    const task = draft({ title })
    const { head, tail } = splitAtNumber(task)
    assert.equal(`${head}142${tail}`, printTask({ ...task, number: 142 }))
  }
})

test('the id of a document is its own, wherever it stands and whatever the texts contain', () => {
  const task = draft({ title: '{"id":"tsk_other"}' })
  const { id, ...rest } = task
  for (const doc of [
    printTask(task),
    JSON.stringify(task, null, 2),
    JSON.stringify({ ...rest, id }),
  ]) {
    assert.equal(idOf(doc), id)
  }
})

test('columns say the same as the document', () => {
  const task = draft({
    title: 'x',
    priority: 'urgent',
    parent_id: 'tsk_019301a2b3c47d5e8f90a1b2c3d4e5f6',
    due_at: '2026-11-15T10:00:00+01:00',
  })
  const columns = columnsOf(task)
  assert.equal(columns.id, uuidOf(task.id))
  assert.equal(columns.priority, 1)
  assert.equal(columns.parent_id, '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6')
  assert.equal(columns.due_at, '2026-11-15T09:00:00.000Z')
  assert.equal(task.due_at, columns.due_at)
})

test('priorities rank from urgent to low', () => {
  assert.deepEqual((['urgent', 'high', 'normal', 'low'] as const).map(priorityRank), [1, 2, 3, 4])
})

test('what is not a task id is refused', () => {
  assert.throws(() => uuidOf('cmt_019301a2b3c47d5e8f90a1b2c3d4e5f6'))
})
