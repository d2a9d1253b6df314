import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaTypeOf } from './media-type.ts'

test('a media type is kept without its parameters, in lower case', () => {
  assert.equal(mediaTypeOf('Application/PDF'), 'application/pdf')
  assert.equal(mediaTypeOf('text/plain; charset=utf-8'), 'text/plain')
  assert.equal(mediaTypeOf('image/svg+xml'), 'image/svg+xml')
})

test('what is none is unknown', () => {
  const others = [undefined, '', 'pdf', 'a/b/c', 'a b/c', '<b>/x', 'text/', `${'x'.repeat(64)}/y`]
  for (const text of others) assert.equal(mediaTypeOf(text), 'application/octet-stream')
})
