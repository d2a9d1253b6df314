// How changes become lines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './change-lines.ts'

test('objects are compared field by field, and everything else as a whole', () => {
  const from = { a: 1, same: [1], deep: { x: null }, gone: true }
  const to = { a: 2, same: [1], deep: { x: 'y' }, added: 'z' }
  assert.deepEqual(
    linesOf([
      { field: 'title', from: 'A', to: 'B' },
      { field: 'labels', from: ['a'], to: ['a', 'b'] },
      { field: 'mapping', from, to },
    ]),
    [
      { path: 'title', from: 'A', to: 'B' },
      { path: 'labels', from: ['a'], to: ['a', 'b'] },
      { path: 'mapping.a', from: 1, to: 2 },
      { path: 'mapping.deep.x', from: null, to: 'y' },
      { path: 'mapping.gone', from: true, to: undefined },
      { path: 'mapping.added', from: undefined, to: 'z' },
    ],
  )
})

test('an object that was not there is one line', () => {
  assert.deepEqual(linesOf([{ field: 'fields', from: null, to: { a: 1 } }]), [
    { path: 'fields', from: null, to: { a: 1 } },
  ])
})
