import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageTypeOf } from './image-type.ts'

const typeOf = (text: string) => imageTypeOf(Buffer.from(text, 'latin1'))

test('raster images are known by their first bytes', () => {
  assert.equal(typeOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'image/png')
  assert.equal(typeOf('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg')
  assert.equal(typeOf('GIF89a\x01\0'), 'image/gif')
  assert.equal(typeOf('GIF87a'), 'image/gif')
  assert.equal(typeOf('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp')
})

test('everything else is no image, whatever it is called', () => {
  const others = [
    '',
    'G',
    'GIF8',
    'RIFF\x24\0\0\0WAVEfmt ',
    '<svg xmlns="',
    '<!doctype html>',
    '%PDF-1.7',
    'PK\x03\x04',
    'BM',
    '\0\0\0 ftypavif',
    ' GIF89a',
  ]
  for (const text of others) assert.equal(typeOf(text), null, JSON.stringify(text))
})
