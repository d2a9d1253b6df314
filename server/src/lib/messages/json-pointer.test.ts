import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeSegment, unescapeSegment } from './json-pointer.ts'

test('a name survives being a segment of a pointer', () => {
  for (const [name, segment] of [
    ['title', 'title'],
    ['a/b', 'a~1b'],
    ['a~b', 'a~0b'],
    ['~1', '~01'],
    ['~/~0/', '~0~1~00~1'],
    ['', ''],
  ] as const) {
    assert.equal(escapeSegment(name), segment)
    assert.equal(unescapeSegment(segment), name)
  }
})
