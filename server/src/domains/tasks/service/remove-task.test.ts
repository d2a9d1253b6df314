import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitByBytes } from './remove-task.ts'

const sizes = (...bytes: number[]) =>
  bytes.map((each, place) => ({ id: String(place), number: place, bytes: each }))

test('children are taken in parts that fit into the budget', () => {
  assert.deepEqual(splitByBytes([], 10), [])
  assert.deepEqual(splitByBytes(sizes(4, 6, 1, 9, 2), 10), [['0', '1'], ['2', '3'], ['4']])
})

test('a child that is larger than the budget is a part of its own', () => {
  assert.deepEqual(splitByBytes(sizes(1, 50, 1, 1), 10), [['0'], ['1'], ['2', '3']])
})
