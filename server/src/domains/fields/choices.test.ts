import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeChoices, findRepeated, keyFrom } from './choices.ts'

test('a key is made of the letters of the name', () => {
  assert.equal(keyFrom('Order no. (2026)'), 'order_no_2026')
  assert.equal(keyFrom('2nd Größe'), 'nd_grosse')
  assert.equal(keyFrom('漢字'), '')
  assert.equal(keyFrom('x'.repeat(80)).length, 50)
  assert.match(keyFrom(`${'x'.repeat(49)} y`), /^x{49}$/)
})

test('choices without a value get a free one, and keep one that was sent', () => {
  const made = completeChoices([
    { label: 'Very high' },
    { label: 'Very High!' },
    { label: 'Low', value: 'very-high-2' },
  ])
  assert.deepEqual(
    made.map(({ value }) => value),
    ['very-high', 'very-high-3', 'very-high-2'],
  )
})

const choice = (value: string, label: string) => ({ value, label, archived: false })

test('what is repeated is found', () => {
  assert.equal(findRepeated([choice('a', 'A'), choice('b', 'B')]), undefined)
  assert.deepEqual(findRepeated([choice('a', 'A'), choice('a', 'B')]), {
    place: 1,
    name: 'value',
    text: 'a',
  })
})
