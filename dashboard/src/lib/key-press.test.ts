// Keys by name, on keyboards of several kinds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRow, nameOfPress, type Press } from './key-press.ts'

const press = (key: string, more: Partial<Press> = {}) =>
  nameOfPress({ key, code: '', shift: false, mod: false, alt: false, altGraph: false, ...more })

test('letters, named keys and combinations', () => {
  assert.equal(press('t'), 't')
  assert.equal(press('T'), 't', 'caps lock')
  assert.equal(press('X', { shift: true }), 'shift+x')
  assert.equal(press('k', { mod: true }), 'mod+k')
  assert.equal(press(' '), 'space')
  assert.equal(press('ArrowDown', { shift: true }), 'shift+down')
  assert.equal(press('Enter', { mod: true }), 'mod+enter')
})

test('a printed character is itself, whatever it took to type it', () => {
  assert.equal(press('?', { shift: true }), '?')
  assert.equal(press('/', { shift: true }), '/', 'shift and 7 on a German keyboard')
  assert.equal(press('[', { altGraph: true, alt: true, mod: true }), '[', 'AltGr and 8')
  assert.equal(press('[', { alt: true }), '[', 'Option and 5 on an Apple keyboard')
})

test('Alt with a letter belongs to the browser', () => {
  assert.equal(press('d', { alt: true }), undefined)
  assert.equal(press('ArrowLeft', { alt: true }), undefined)
})

test('a keyboard of another script means the place of the key', () => {
  assert.equal(press('е', { code: 'KeyT' }), 't', 'Cyrillic')
  assert.equal(press('ü', { code: 'BracketLeft' }), 'ü')
})

const rows = [{ keys: 'g t' }, { keys: 't' }, { keys: 'g g' }, { keys: '?' }]

test('one after the other', () => {
  const { row, pending } = findRow(rows, 'g', undefined, 0)
  assert.equal(row, undefined)
  assert.deepEqual(findRow(rows, 't', pending, 900), { row: { keys: 'g t' }, pending: undefined })
})

test('too late it is the second key alone', () => {
  const { pending } = findRow(rows, 'g', undefined, 0)
  assert.deepEqual(findRow(rows, 't', pending, 1_100).row, { keys: 't' })
})

test('a key that does not continue a sequence ends it and counts alone', () => {
  const { pending } = findRow(rows, 'g', undefined, 0)
  assert.deepEqual(findRow(rows, '?', pending, 100), { row: { keys: '?' }, pending: undefined })
  assert.deepEqual(findRow(rows, 'q', pending, 100), { pending: undefined })
})

test('the row that stands first wins', () => {
  const twice = [
    { keys: 'z', of: 'screen' },
    { keys: 'z', of: 'shell' },
  ]
  assert.equal(findRow(twice, 'z', undefined, 0).row?.of, 'screen')
})
