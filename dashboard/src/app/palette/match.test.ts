// What the palette finds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containsWords, matches, recordId, taskNumber } from './match.ts'

test('every word typed begins a word of the name', () => {
  assert.ok(matches('', 'Home'))
  assert.ok(matches('api ref', 'API reference'))
  assert.ok(matches('ref api', 'API reference'))
  assert.ok(matches('dark', 'Switch theme', 'dark light'))
  assert.ok(!matches('ference', 'API reference'))
  assert.ok(!matches('api home', 'API reference'))
})

test('accents and case do not matter', () => {
  assert.ok(matches('uber', 'Übersicht'))
  assert.ok(matches('RÜCK', 'Rückgängig'))
})

test('a number is a task', () => {
  for (const typed of ['T-142', 't142', '142', ' t-142 ']) assert.equal(taskNumber(typed), 'T-142')
  for (const typed of ['', 'T-', 'T-1a', '1 2', 'task 142', 'T-0', '0']) {
    assert.equal(taskNumber(typed), undefined)
  }
})

test('parts of words are found in records', () => {
  assert.ok(containsWords('4711', 'invoice-4711'))
  assert.ok(containsWords('baum hof', 'Hof der Bäume'))
  assert.ok(!containsWords('baum see', 'Hof der Bäume'))
})

test('an ID is a record, whatever is around it', () => {
  const id = `whk_${'0a'.repeat(16)}`
  assert.deepEqual(recordId(` ${id.toUpperCase()} `), { prefix: 'whk', id })
  for (const typed of ['whk_', `whk_${'0'.repeat(31)}`, `${id}0`]) {
    assert.equal(recordId(typed), undefined)
  }
})
