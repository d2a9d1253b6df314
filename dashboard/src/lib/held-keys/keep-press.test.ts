// Keys that are pressed before their field is there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HeldKeys, keepPress, NO_KEYS } from './keep-press.ts'

const press = (held: HeldKeys, key: string, isCommand = false) =>
  keepPress(held, { key, code: key, isCommand })

const pressAll = (...keys: string[]) =>
  keys.reduce<HeldKeys>((held, key) => {
    const next = press(held, key)
    assert.ok(typeof next === 'object', key)
    return next
  }, NO_KEYS)

test('letters are text, and Backspace takes the last one back', () => {
  assert.deepEqual(pressAll('u', 'r', 'f', 'Backspace', 'g'), { text: 'urg', keys: [] })
  assert.deepEqual(pressAll('Backspace', ' ', 'ü'), { text: ' ü', keys: [] })
})

test('arrows and Enter are pressed after what was typed', () => {
  assert.deepEqual(pressAll('h', 'ArrowDown', 'Enter'), { text: 'h', keys: ['ArrowDown', 'Enter'] })
  assert.deepEqual(pressAll('ArrowDown', 'h'), { text: 'h', keys: [] }, 'typing starts at the top')
})

test('other keys do nothing, and Escape cancels', () => {
  assert.deepEqual(pressAll('a', 'Delete', 'Tab', 'PageDown'), { text: 'a', keys: [] })
  assert.equal(press(NO_KEYS, 'Escape'), 'cancel')
})

test('commands and modifiers are left alone', () => {
  assert.equal(press(NO_KEYS, 'k', true), undefined)
  assert.equal(keepPress(NO_KEYS, { key: 'Shift', code: 'ShiftLeft', isCommand: false }), undefined)
})
