import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOrigin, readHosts, writeHosts } from './allowed-hosts.ts'

test('hosts are stored in one form: lower case, sorted, https unless plain http was entered', () => {
  const config = { url: 'http://Tracker.Local:3000/path', other: 'https://api.example', n: 7 }
  const named = ['tracker.local:3000', 'API.example', 'api.example:443', 'bücher.example:8443']
  assert.deepEqual(writeHosts(named, config), [
    'api.example',
    'http://tracker.local:3000',
    'xn--bcher-kva.example:8443',
  ])
})

test('a text that is not a host is rejected', () => {
  for (const host of [
    '',
    'a.example/path',
    'user@a.example',
    'a.example?x',
    'a.example#x',
    'a.example\\b',
    'ftp://a.example',
    'a.example.',
    'a.example.:8443',
    'a b.example',
    '*.example',
    'a.example:22',
    'a.example:x',
    'a%2eexample',
  ]) {
    assert.throws(() => writeHosts([host], {}), /not a valid host name/, host)
  }
  for (const named of [[], 'a.example', undefined, Array.from({ length: 11 }, () => 'a.example')]) {
    assert.throws(() => writeHosts(named, {}), /must use 1 to 10 hosts/)
  }
})

test('only exactly the same origin is found', () => {
  const origins = readHosts(['a.example', 'b.example:8443', 'http://c.example:8080'])
  for (const url of [
    'https://a.example/x?y=https://z.example',
    'https://A.EXAMPLE:443/',
    'https://b.example:8443/@z.example',
    'http://c.example:8080/',
  ]) {
    assert.ok(findOrigin(url, origins), url)
  }
  for (const url of [
    'http://a.example/',
    'https://a.example:8443/',
    'https://b.example/',
    'http://b.example:8443/',
    'https://c.example:8080/',
    'https://a.example.z.example/',
    'https://za.example/',
    'https://a.example./',
    'https://a.example@z.example/',
    'https://user@a.example/',
    'https://a.example\\@z.example/',
    'https:a.example/',
    '//a.example/',
    'https://a.example\t/',
    'file:///etc/passwd',
    '',
  ]) {
    assert.equal(findOrigin(url, origins), undefined, url)
  }
})
