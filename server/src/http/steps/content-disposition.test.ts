import assert from 'node:assert/strict'
import { validateHeaderValue } from 'node:http'
import { test } from 'node:test'
import { contentDisposition } from './content-disposition.ts'

test('a plain name is sent in both forms', () => {
  assert.equal(
    contentDisposition('packing-list.pdf'),
    `attachment; filename="packing-list.pdf"; filename*=UTF-8''packing-list.pdf`,
  )
})

test('a name in other scripts has an ASCII form for old clients', () => {
  assert.equal(
    contentDisposition('Zoll № 7 ü😀.pdf'),
    `attachment; filename="Zoll _ 7 __.pdf"; filename*=UTF-8''Zoll%20%E2%84%96%207%20%C3%BC%F0%9F%98%80.pdf`,
  )
})

test('no name ends the header, the quoted string or the directory', () => {
  const names = [
    'a"; filename="b.exe',
    'a\r\nSet-Cookie: x=1',
    '../../etc/passwd',
    'a\\b',
    "a'b%20c",
    '\u202egnp.exe',
    '\ud800',
    'a\0b',
  ]
  for (const name of names) {
    const value = contentDisposition(name)
    validateHeaderValue('content-disposition', value)
    assert.match(
      value,
      /^attachment; filename="[A-Za-z0-9 ._()[\]+=,@-]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
    )
    assert.equal(decodeURIComponent(value.split("UTF-8''")[1] ?? ''), name.toWellFormed())
  }
})
