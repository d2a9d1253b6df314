import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTyped, mentionsAsNames, toStored, toTyped } from './mention-text.ts'

const ADA = `user:usr_${'a'.repeat(32)}`
const ada = { to: ADA, handle: 'ada', name: 'Ada [the first]' }
const adam = { to: `user:usr_${'b'.repeat(32)}`, handle: 'ada.m', name: 'Adam' }
const coder = { to: 'agent:coder', handle: 'coder', name: 'coder' }
const handles = new Map([ada, adam, coder].map(({ to, handle }) => [to, handle]))

test('stores those who were picked, by ID', () => {
  assert.equal(
    toStored('@ada, ask @ada.m. (@coder) @ada.', [ada, adam, coder]),
    `@[Ada the first](${ADA}), ask @[Adam](${adam.to}). (@[coder](agent:coder)) @[Ada the first](${ADA}).`,
  )
})

test('leaves everything else as it was typed', () => {
  for (const text of [
    '@bob',
    'me@ada',
    '@adah',
    '@ada-2',
    '@ada.x',
    'a.@ada',
    '@ada@example.com',
  ]) {
    assert.equal(toStored(text, [ada]), text)
  }
  assert.equal(toStored('@ada', []), '@ada')
})

test('is edited as it was typed, and stored as before', () => {
  const body = `@[Adam](${adam.to}) and @[coder](agent:coder), not @[Who](user:usr_${'c'.repeat(32)})`
  const { text, picked } = toTyped(body, (to) => handles.get(to))
  assert.equal(text, `@ada.m and @coder, not @[Who](user:usr_${'c'.repeat(32)})`)
  assert.equal(toStored(text, picked), body)
})

test('keeps foreign links', () => {
  const body = '@[x](javascript:alert(1)) [Ada](https://example.com) @[x](user:1)'
  assert.deepEqual(
    toTyped(body, () => 'x'),
    { text: body, picked: [] },
  )
  assert.equal(mentionsAsNames(`Hi @[Ada](${ADA})!`), 'Hi @Ada!')
})

test('finds the name in front of the caret', () => {
  assert.deepEqual(findTyped('@', 1), { at: 0, wanted: '' })
  assert.deepEqual(findTyped('Hi @ad and', 6), { at: 3, wanted: 'ad' })
  assert.deepEqual(findTyped('(@ad', 4), { at: 1, wanted: 'ad' })
  assert.equal(findTyped('me@ad', 5), undefined)
  assert.equal(findTyped('@ad ', 4), undefined)
  assert.equal(findTyped('@ad', 0), undefined)
})
