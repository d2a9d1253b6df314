// The rules of changing a task, without a database: what differs, what it is called, and that twice is once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  PRIORITIES,
  STATUSES,
  type Task,
  type TaskChange,
  transitions,
} from '@task-service/contract'
import * as fc from 'fast-check'
import { Problem } from '#lib/problem.ts'
import { applyChange, changeEvent, differenceOf, normalTime } from './change.ts'

const created = '2026-01-01T00:00:00.000Z'
const now = new Date('2026-01-02T00:00:00Z')
const task: Task = {
  id: 'tsk_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  number: 1,
  title: 'Title',
  description: '',
  status: 'ready',
  priority: 'normal',
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
  origin: { kind: 'api', integration_id: null, external_id: null, url: null },
  source: null,
  external_id: null,
  settled_at: null,
  version: 1,
  created_by: { kind: 'key', id: 'key_1' },
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
  test('gives the very same task when nothing differs', () => {
    for (const change of [{}, { title: 'Title' }, { fields: { x: null } }, { status: 'ready' }]) {
      assert.equal(applyChange(task, change as TaskChange, now), task) // the literals are statuses and titles
    }
  })

  test('leaves the given task as it was', () => {
    const before = structuredClone(task)
    applyChange(task, { title: 'x', labels: ['a'], fields: { a: 1 }, status: 'completed' }, now)
    assert.deepEqual(task, before)
  })

  test('counts one version up and notes the time', () => {
    const next = applyChange(task, { title: 'x' }, now)
    assert.deepEqual([next.version, next.updated_at], [2, now.toISOString()])
  })

  test('never lets the time of a task run backwards', () => {
    const later = { ...task, updated_at: new Date(now.getTime() + 5).toISOString() }
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
        const once = applyChange({ ...task, fields: before, input: before }, patch, now)
        assert.equal(applyChange(once, patch, now), once)
      }),
    )
  })

  test('refuses more than 100 fields together', () => {
    const full = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]))
    const start = { ...task, fields: full }
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
        const start = { ...task, status: from, completed_at: created, settled_at: created }
        const allowed = from === to || (transitions[from] as readonly string[]).includes(to)
        const code = codeOf(() => applyChange(start, { status: to }, now))
        assert.equal(code, allowed ? 'none' : 'transition_not_allowed', `${from} → ${to}`)
        if (!allowed || from === to) continue
        const next = applyChange(start, { status: to }, now)
        const final = ['completed', 'failed', 'canceled'].includes(to)
        assert.deepEqual(
          [next.completed_at, next.settled_at],
          [final ? now.toISOString() : null, null],
        )
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
    const next = applyChange(task, { status: 'completed', labels: ['a'], assignee: 'ada' }, now)
    const { changed, previous } = differenceOf(task, next)
    assert.deepEqual(changed, ['status', 'labels', 'assignee', 'completed_at'])
    assert.deepEqual(previous, { status: 'ready', labels: [], assignee: null, completed_at: null })
  })
})

test('times are kept in one form, whatever offset they came with', () => {
  assert.equal(normalTime('2026-01-01T01:00:00+01:00'), created)
  assert.equal(normalTime('2026-01-01T00:00:00.000Z'), created)
  assert.equal(normalTime(null), null)
  assert.equal(normalTime(undefined), null)
})
