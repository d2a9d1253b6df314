// Where tasks go in lists that are already on the screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, TaskListQuery } from '@task-service/contract'
import { type Coming, dropTasks, placeTasks, type TaskPages } from './place-tasks.ts'

const make = (number: number, more: Partial<Task> = {}): Task => ({
  id: `tsk_${String(number).padStart(32, '0')}`,
  number,
  title: `Task ${number}`,
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
  created_at: '2026-11-15T08:00:00Z',
  updated_at: '2026-11-15T08:00:00Z',
  completed_at: null,
  ...more,
})

const list = (numbers: number[][], isWhole = true): TaskPages => ({
  pages: numbers.map((page, index) => ({
    data: page.map((number) => make(number)),
    next_cursor: isWhole && index === numbers.length - 1 ? null : 'more',
  })),
  pageParams: [],
})

const numbersOf = (pages: TaskPages) => pages.pages.map((page) => page.data.map((t) => t.number))

function place(pages: TaskPages, query: TaskListQuery, task: Task, coming: Coming = 'live') {
  const placed = placeTasks(pages, query, new Map([[task.id, task]]), coming)
  return {
    numbers: numbersOf(placed.pages),
    entered: placed.entered.map((t) => t.number),
    changed: placed.changed,
  }
}

test('a new task enters where the order puts it', () => {
  const given = list([
    [9, 7],
    [5, 3],
  ])
  assert.deepEqual(place(given, {}, make(10)).numbers, [
    [10, 9, 7],
    [5, 3],
  ])
  assert.deepEqual(place(given, {}, make(6)).numbers, [
    [9, 7],
    [6, 5, 3],
  ])
  assert.deepEqual(place(given, {}, make(1)).numbers, [
    [9, 7],
    [5, 3, 1],
  ])
  assert.deepEqual(place(given, {}, make(10)).entered, [10])
})

test('one whose place is not loaded yet waits for its page', () => {
  const { numbers, entered, changed } = place(list([[9, 7]], false), {}, make(1))
  assert.deepEqual([numbers, entered, changed], [[[9, 7]], [], false])
})

test('one that no longer fits leaves, one that fits again comes back', () => {
  const query: TaskListQuery = { status: ['ready'] }
  const done = make(7, { status: 'completed', version: 2 })
  assert.deepEqual(place(list([[9, 7]]), query, done).numbers, [[9]])
  assert.deepEqual(place(list([[9]]), query, make(7, { version: 3 })).numbers, [[9, 7]])
})

test('a changed sort key moves it', () => {
  const urgent = make(3, { priority: 'urgent', version: 2 })
  assert.deepEqual(place(list([[1, 2, 3]]), { sort: 'priority' }, urgent).numbers, [[3, 1, 2]])
})

test('an event that is older than what is shown changes nothing', () => {
  const given = list([[9, 7]])
  const shown = {
    ...given,
    pages: [{ data: [make(9), make(7, { version: 4 })], next_cursor: null }],
  }
  const old = make(7, { status: 'completed', version: 3 })
  assert.equal(place(shown, { status: ['ready'] }, old, 'live').changed, false)
  assert.equal(place(shown, { status: ['ready'] }, { ...old, version: 4 }, 'live').changed, false)
  assert.deepEqual(place(shown, { status: ['ready'] }, { ...old, version: 4 }, 'answer').numbers, [
    [9],
  ])
})

test('words of a search are not judged here: what is there stays, nothing enters', () => {
  const query: TaskListQuery = { q: 'customs' }
  assert.deepEqual(place(list([[9]]), query, make(10)).entered, [])
  assert.deepEqual(place(list([[9]]), query, make(9, { title: 'x', version: 2 })).numbers, [[9]])
})

test('deleted ones go', () => {
  assert.deepEqual(numbersOf(dropTasks(list([[9, 7], [5]]), new Set([make(7).id]))), [[9], [5]])
})
