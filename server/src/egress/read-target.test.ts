import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FailureCode } from './failure.ts'
import { readTarget } from './read-target.ts'

function codeOf(url: string): FailureCode | null {
  const target = readTarget(url)
  return 'outcome' in target ? target.code : null
}

test('a URL is parsed into its parts', () => {
  assert.deepEqual(readTarget('https://Hooks.Example.com:8443/a/b?c=d#e'), {
    origin: 'https://hooks.example.com:8443',
    host: 'hooks.example.com',
    port: 8443,
    path: '/a/b?c=d',
    isHttps: true,
    isAddress: false,
  })
  const plain = readTarget('http://example.com')
  assert.ok(!('outcome' in plain))
  assert.deepEqual([plain.port, plain.path, plain.isHttps], [80, '/', false])
})

test('every notation of an IPv4 address is normalized', () => {
  const forms = [
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0xa9.0xfe.0xa9.0xfe',
    '0251.0376.0251.0376',
    '0251.254.0xa9fe',
    '169.16689662',
    '169.254.169.254.',
    '１６９.２５４.１６９.２５４',
    '169。254｡169．254',
    '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
    '%31%36%39.254.169.254',
  ]
  for (const form of forms) {
    const target = readTarget(`http://${form}/`)
    assert.ok(!('outcome' in target), form)
    assert.equal(target.host, '169.254.169.254', form)
    assert.equal(target.isAddress, true)
  }
})

test('brackets and the trailing dot are not part of the host', () => {
  for (const [url, host] of [
    ['http://[::1]:8080/', '::1'],
    ['http://[0:0:0:0:0:FFFF:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://example.com./', 'example.com'],
  ] as const) {
    const target = readTarget(url)
    assert.ok(!('outcome' in target), url)
    assert.equal(target.host, host)
  }
})

test('ambiguous URLs are rejected', () => {
  for (const url of [
    'http://good.example\\@169.254.169.254/',
    'http:\\\\169.254.169.254/',
    'http:169.254.169.254',
    'http:/169.254.169.254',
    'http:///169.254.169.254',
    'https://exa\tmple.com/',
    'https://example.com/\n',
    ' https://example.com/',
    'https://example.com/a b',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://example..com/',
    'http://example.com../',
    'http://exa mple.com/',
    'http://a*b.example/',
    'http://a,b.example/',
    'http://-a.example/',
    `http://${'a'.repeat(64)}.example/`,
    `http://${'a.'.repeat(130)}example/`,
    `https://example.com/${'a'.repeat(9_000)}`,
    '//example.com/',
    'example.com',
    '',
    'javascript:alert(1)',
    'data:text/plain,a',
    'file:///etc/passwd',
  ]) {
    assert.equal(codeOf(url), 'invalid_url', url)
  }
  for (const url of ['ftp://example.com/', 'ws://example.com/', 'gopher://a/', 'unix://tmp/a']) {
    assert.equal(codeOf(url), 'unsupported_scheme', url)
  }
})

test('ports of other protocols are rejected', () => {
  for (const port of [1, 21, 22, 25, 53, 110, 445, 587, 1023, 6000, 6667, 10080]) {
    assert.equal(codeOf(`http://example.com:${port}/`), 'forbidden_port', String(port))
  }
  for (const port of [80, 443, 1024, 3000, 8001, 8080, 8443, 65535]) {
    assert.equal(codeOf(`https://example.com:${port}/`), null, String(port))
  }
})
