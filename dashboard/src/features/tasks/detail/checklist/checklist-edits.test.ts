// Changes of a checklist, also on a list that someone else has changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addItems,
  applyEdits,
  CHECKLIST_MAX,
  changeItem,
  linesOf,
  moveItem,
  removeItem,
  restoreItem,
} from './checklist-edits.ts'

const items = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase(), checked: false }))
const idsAfter = (...edits: Parameters<typeof applyEdits>[1]) =>
  applyEdits(items, edits)
    .map(({ id }) => id)
    .join('')

test('items are moved to a place, removed and restored', () => {
  assert.equal(idsAfter(moveItem('a', 2)), 'bca')
  assert.equal(idsAfter(moveItem('c', 0)), 'cab')
  assert.equal(idsAfter(moveItem('b', 1)), 'abc')
  assert.equal(idsAfter(removeItem('b')), 'ac')
  assert.equal(
    idsAfter(removeItem('b'), restoreItem({ id: 'b', text: 'B', checked: true }, 1)),
    'abc',
  )
})

test('what is gone is not changed, and what is there is not restored', () => {
  assert.equal(changeItem('x', { checked: true })(items), undefined)
  assert.equal(removeItem('x')(items), undefined)
  assert.equal(moveItem('x', 0)(items), undefined)
  assert.equal(restoreItem({ id: 'a', text: 'A', checked: true }, 0)(items), undefined)
})

test('changes of two people of different items are both kept', () => {
  const theirs = changeItem('a', { text: 'Their text' })(items) ?? []
  const both = applyEdits(theirs, [changeItem('b', { checked: true })])
  assert.deepEqual(
    both.map(({ text, checked }) => [text, checked]),
    [
      ['Their text', false],
      ['B', true],
      ['C', false],
    ],
  )
})

test('a list has at most as many items as the service accepts', () => {
  const full = applyEdits(items, [addItems(Array.from({ length: 200 }, (_, at) => `Item ${at}`))])
  assert.equal(full.length, CHECKLIST_MAX)
  assert.equal(new Set(full.map(({ id }) => id)).size, CHECKLIST_MAX)
  assert.equal(addItems(['One more'])(full), undefined)
})

test('a pasted list becomes one item for each line', () => {
  assert.deepEqual(linesOf('- [ ] Pack\n* [x] Label\n\n  Ship it  \r\n'), [
    'Pack',
    'Label',
    'Ship it',
  ])
})
