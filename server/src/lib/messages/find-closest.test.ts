import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countEdits, findClosest } from './find-closest.ts'

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

test('finds the one of equally close ones that begins in the same way', () => {
  const sorts = ['created_at', 'due_at', '-created_at', '-due_at']
  for (const [given, meant] of [
    ['-create_at', '-created_at'],
    ['create_at', 'created_at'],
    ['-dueAt', '-due_at'],
    ['Due_at', 'due_at'],
  ] as const) {
    assert.equal(findClosest(given, sorts), meant, given)
    assert.equal(findClosest(given, sorts.toReversed()), meant, given)
  }
})

test('finds nothing where nothing is close, or a name is too long to compare', () => {
  for (const given of ['', 'x', 'description', 'done', 'title'.repeat(20)]) {
    assert.equal(findClosest(given, names), undefined, given)
  }
  assert.equal(findClosest('title', []), undefined)
})

test('compares names of up to 40 characters', () => {
  assert.equal(findClosest('x'.repeat(40), ['x'.repeat(39)]), 'x'.repeat(39))
  assert.equal(findClosest('x'.repeat(41), ['x'.repeat(40)]), undefined)
  assert.equal(findClosest('x'.repeat(40), ['x'.repeat(41)]), undefined)
})

test('counts edits up to a limit', () => {
  for (const [name, candidate, edits] of [
    ['status', 'status', 0],
    ['Sta-tus', 'status', 0],
    ['stauts', 'status', 1],
    ['tsatus', 'status', 1],
    ['statsu', 'status', 1],
    ['tatus', 'status', 1],
    ['sattuss', 'status', 2],
    ['descxxxtion', 'description', 3],
  ] as const) {
    assert.equal(countEdits(name, candidate), edits, name)
    assert.equal(countEdits(name, candidate, edits), edits, name)
    assert.equal(countEdits(name, candidate, edits - 1), undefined, name)
  }
})
