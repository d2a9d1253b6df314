// What a cell has of each kind of value.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import { cellsOf } from './task-cells.ts'

const task = {
  number: 7,
  title: 'Weigh it',
  labels: ['a', 'b'],
  due_at: null,
  input: { count: [1] },
  result: false,
  fields: { weight: -2.5, tags: ['x', 1] },
} as unknown as Task // the fields that are asked for

test('texts and numbers are themselves, labels one text, everything else is JSON', () => {
  const columns = ['number', 'title', 'labels', 'due_at', 'input', 'result'] as const
  assert.deepEqual(cellsOf(task, columns), [7, 'Weigh it', 'a, b', '', '{"count":[1]}', 'false'])
})

test('custom fields are found by their key, and nothing else is', () => {
  const columns = ['field:weight', 'field:tags', 'field:missing', 'field:constructor'] as const
  assert.deepEqual(cellsOf(task, columns), [-2.5, '["x",1]', '', ''])
})
