import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findClosest } from './find-closest.ts'

const names = ['title', 'status', 'priority', 'due_at', 'parent_id', 'labels']

test('finds what was probably meant', () => {
  for (const [given, meant] of [
    ['titel', 'title'],
    ['Title', 'title'],
    ['prioirty', 'priority'],
    ['dueAt', 'due_at'],
    ['due-at', 'due_at'],
    ['label', 'labels'],
    ['parentId', 'parent_id'],
    ['stauts', 'status'],
  ] as const) {
    assert.equal(findClosest(given, names), meant, given)
  }
})

test('finds the closest of several', () => {
  assert.equal(findClosest('task.complete', ['task.created', 'task.completed']), 'task.completed')
})

test('finds nothing where nothing is close, or a name is too long to compare', () => {
  for (const given of ['', 'x', 'description', 'done', 'title'.repeat(20)]) {
    assert.equal(findClosest(given, names), undefined, given)
  }
  assert.equal(findClosest('title', []), undefined)
})
