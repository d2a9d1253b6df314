import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHeaderFault } from './request-headers.ts'

test('headers of the connection, of proxies and of the framing are reserved', () => {
  for (const name of [
    'Host',
    'connection',
    'Content-Length',
    'Transfer-Encoding',
    'TE',
    'Expect',
  ]) {
    assert.match(findHeaderFault({ [name]: 'x' }) ?? '', /is reserved: Task Service sets it/, name)
  }
  assert.match(findHeaderFault({ 'Proxy-Authorization': 'x' }) ?? '', /proxy-authorization/)
})

test('values that would end the header or the line are rejected', () => {
  for (const value of ['a\r\nHost: b', 'a\nb', 'a\u0000', '€', '\u007f', '\u2028']) {
    assert.match(
      findHeaderFault({ 'x-a': value }) ?? '',
      /value of the header x-a contains invalid characters/,
      JSON.stringify(value),
    )
  }
  for (const name of ['', 'a b', 'a:', 'ä', 'a\r\nb']) {
    assert.match(
      findHeaderFault({ [name]: 'x' }) ?? '',
      /header name contains invalid characters/,
      JSON.stringify(name),
    )
  }
})

test('control: ordinary headers pass', () => {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer a.b', 'x-empty': '' }
  assert.equal(
    findHeaderFault({ ...headers, 'webhook-id': 'msg_1', 'x-latin': 'caf\u00e9\t!' }),
    undefined,
  )
})
