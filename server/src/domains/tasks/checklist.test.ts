// How the items of a checklist get and keep their IDs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toChecklist } from './checklist.ts'

const before = [
  { id: 'a', text: 'Pack', checked: true },
  { id: 'b', text: 'Label', checked: false },
]

test('items keep their order, text and IDs', () => {
  const items = [
    { id: 'b', text: 'Label it' },
    { id: 'a', text: 'Pack', checked: true },
  ]
  assert.deepEqual(toChecklist(items, before), [
    { id: 'b', text: 'Label it', checked: false },
    { id: 'a', text: 'Pack', checked: true },
  ])
})

test('an item without an ID is the one with the same text, or new', () => {
  const [label, ship, second] = toChecklist(
    [{ text: 'Label', checked: true }, { text: 'Ship' }, { text: 'Label' }],
    before,
  )
  assert.deepEqual(label, { id: 'b', text: 'Label', checked: true })
  assert.match(ship?.id ?? '', /^[0-9a-f]{8}$/)
  assert.notEqual(second?.id, 'b')
})

test('the same list twice changes nothing', () => {
  const items = [{ text: 'Pack' }, { text: 'Pack' }, { id: 'x', text: 'Ship' }]
  const once = toChecklist(items, [])
  assert.deepEqual(toChecklist(items, once), once)
  assert.equal(new Set(once.map(({ id }) => id)).size, 3)
})

test('of two items with one ID the second gets another', () => {
  const [first, second] = toChecklist(
    [
      { id: 'a', text: 'One' },
      { id: 'a', text: 'Two' },
    ],
    [],
  )
  assert.equal(first?.id, 'a')
  assert.notEqual(second?.id, 'a')
})
