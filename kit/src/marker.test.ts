// Marks in texts: written once, found again, never shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMarker, splitMarker } from './marker.ts'

test('gives text and marker back', () => {
  for (const text of [
    '',
    'one line',
    'two\n\nparagraphs',
    '<!-- a comment of theirs -->',
    '- a\n- b',
  ]) {
    assert.deepEqual(splitMarker(addMarker(text, 'lnk_01-c:2')), { text, marker: 'lnk_01-c:2' })
  }
})

test('finds the marker when people wrote behind it, and takes the last of several', () => {
  assert.deepEqual(splitMarker(`${addMarker('before', 'm1')}\n\nbehind`), {
    text: 'before\n\nbehind',
    marker: 'm1',
  })
  assert.deepEqual(splitMarker(addMarker(`copied ${addMarker('', 'old')}`, 'new')), {
    text: 'copied',
    marker: 'new',
  })
})

test('leaves a text without marker as it is', () => {
  const text = 'x <!-- task-service: no marker --> y\n'
  assert.deepEqual(splitMarker(text), { text })
})

test('refuses a marker that would end the comment', () => {
  for (const marker of ['', 'a--b', 'a b', '-->', 'a-']) {
    assert.throws(() => addMarker('text', marker), TypeError, marker)
  }
})
