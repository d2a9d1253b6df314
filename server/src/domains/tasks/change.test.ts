// The rules of changing a task, without a database: what differs, what it is called, and that twice is once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PRIORITIES, STATUSES, type TaskChange, transitions } from '@task-service/contract'
import * as fc from 'fast-check'
import { Problem } from '#lib/problem.ts'
import { applyChange, changeEvent, differenceOf, parentUuid } from './change.ts'
import type { TaskRow } from './row.ts'

const created = new Date('2026-01-01T00:00:00Z')
const now = new Date('2026-01-02T00:00:00Z')
const row: TaskRow = {
  id: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6',
  number: 1,
  title: 'Title',
  description: '',
  status: 'ready',
  priority: 3,
  queue: 'default',
  labels: [],
  assignee: null,
  delegate: null,
  parent_id: null,
  due_at: null,
  not_before: null,
  input: null,
  result: null,
  fields: {},
  origin_kind: 'api',
  origin: null,
  source: null,
  external_id: null,
  settled_at: null,
  version: 1,
  created_by: 'key:key_1',
  created_at: created,
  updated_at: created,
  completed_at: null,
}

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
  return 'none'
}

describe('applying a change', () => {
  test('gives the very same row when nothing differs', () => {
    for (const change of [{}, { title: 'Title' }, { fields: { x: null } }, { status: 'ready' }]) {
      assert.equal(applyChange(row, change as TaskChange, now), row) // the literals are statuses and titles
    }
  })

  test('leaves the given row as it was', () => {
    const before = structuredClone(row)
    applyChange(row, { title: 'x', labels: ['a'], fields: { a: 1 }, status: 'completed' }, now)
    assert.deepEqual(row, before)
  })

  test('counts one version up and notes the time', () => {
    const next = applyChange(row, { title: 'x' }, now)
    assert.deepEqual([next.version, next.updated_at], [2, now])
  })

  test('never lets the time of a task run backwards', () => {
    const later = { ...row, updated_at: new Date(now.getTime() + 5) }
    assert.deepEqual(applyChange(later, { title: 'x' }, now).updated_at, later.updated_at)
  })

  test('twice is once, whatever it is', () => {
    const json = fc.jsonValue({ maxDepth: 4 })
    const fields = fc.dictionary(fc.string(), json, { maxKeys: 8 })
    const change = fc.record<TaskChange>(
      {
        title: fc.string({ minLength: 1 }),
        priority: fc.constantFrom(...PRIORITIES),
        labels: fc.uniqueArray(fc.string()),
        assignee: fc.option(fc.string()),
        due_at: fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
        input: json,
        result: json,
        fields,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(change, fields, (patch, before) => {
        const once = applyChange({ ...row, fields: before, input: before }, patch, now)
        assert.equal(applyChange(once, patch, now), once)
      }),
    )
  })

  test('refuses more than 100 fields together', () => {
    const full = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]))
    const start = { ...row, fields: full }
    assert.equal(
      codeOf(() => applyChange(start, { fields: { one: 1 } }, now)),
      'invalid_request',
    )
    assert.equal(
      codeOf(() => applyChange(start, { fields: { one: 1, f0: null } }, now)),
      'none',
    )
  })
})

describe('a change of status', () => {
  test('follows the table, and only a final one completes', () => {
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        const start = { ...row, status: from, completed_at: created, settled_at: created }
        const allowed = from === to || (transitions[from] as readonly string[]).includes(to)
        const code = codeOf(() => applyChange(start, { status: to }, now))
        assert.equal(code, allowed ? 'none' : 'transition_not_allowed', `${from} → ${to}`)
        if (!allowed || from === to) continue
        const next = applyChange(start, { status: to }, now)
        const final = ['completed', 'failed', 'canceled'].includes(to)
        assert.deepEqual([next.completed_at, next.settled_at], [final ? now : null, null])
      }
    }
  })

  test('has the name of where it leads, and reopening a name of its own', () => {
    assert.equal(changeEvent('ready', 'ready'), 'task.updated')
    assert.equal(changeEvent('in_progress', 'ready'), 'task.readied')
    assert.equal(changeEvent('ready', 'triage'), 'task.triaged')
    for (const final of ['completed', 'failed', 'canceled'] as const) {
      assert.equal(changeEvent(final, 'ready'), 'task.reopened')
      assert.equal(changeEvent('in_progress', final), `task.${final}`)
    }
  })
})

describe('the difference', () => {
  test('names changed fields with their earlier values, without our bookkeeping', () => {
    const next = applyChange(row, { status: 'completed', labels: ['a'], assignee: 'ada' }, now)
    const { changed, previous, before, after } = differenceOf(row, next)
    assert.deepEqual(changed, ['status', 'labels', 'assignee', 'completed_at'])
    assert.deepEqual(previous, { status: 'ready', labels: [], assignee: null, completed_at: null })
    assert.deepEqual([before.version, after.version], [1, 2])
  })
})

test('a parent is named by a task id and nothing else', () => {
  assert.equal(parentUuid(null), null)
  assert.equal(parentUuid(undefined), null)
  assert.equal(parentUuid('tsk_019301a2b3c47d5e8f90a1b2c3d4e5f6'), row.id)
  assert.equal(
    codeOf(() => parentUuid('T-1')),
    'parent_invalid',
  )
})
