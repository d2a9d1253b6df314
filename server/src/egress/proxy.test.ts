import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Secret } from '#crypto/secret.ts'
import { makeAuthority } from '../../../tests/harness/network/certificate.ts'
import {
  type ConnectProxyOptions,
  startConnectProxy,
} from '../../../tests/harness/network/connect-proxy.ts'
import type { DnsRule } from '../../../tests/harness/network/dns-server.ts'
import { startReceiver } from '../../../tests/harness/network/receiver.ts'
import { answerOf, failureOf, startEgress } from '../../../tests/harness/network/test-egress.ts'
import type { EgressSettings } from './egress.ts'
import { createBypass } from './proxy.ts'
import { readTarget } from './read-target.ts'

const authority = makeAuthority()
const usual = getCACertificates('default')
before(() => setDefaultCACertificates([...usual, authority.cert]))
after(() => setDefaultCACertificates(usual))

const dns: DnsRule = (name, type) => {
  if (type === 'AAAA' || name === 'outside.example') return 'unknown'
  return { addresses: [name === 'inside.example' ? '10.0.0.1' : '127.0.0.1'] }
}

type Wish = { settings?: Partial<EgressSettings>; proxy?: ConnectProxyOptions; user?: string }

async function start(t: TestContext, { settings = {}, proxy = {}, user = '' }: Wish = {}) {
  const receiver = await startReceiver((_, response) => response.end('through'), {
    identity: authority.issue({ names: ['hooks.example', 'outside.example'] }),
  })
  const way = await startConnectProxy(proxy)
  t.after(() => Promise.all([receiver.close(), way.close()]))
  const scheme = proxy.identity ? 'https' : 'http'
  const proxyUrl = Secret.from(`${scheme}://${user}127.0.0.1:${way.port}/`)
  const egress = await startEgress(t, { settings: { proxy: proxyUrl, ...settings }, dns })
  return { ...egress, port: receiver.port, connections: receiver.connections, asked: way.asked }
}

test('CONNECT uses the checked address, and TLS uses the name', async (t) => {
  const { post, port, asked, connections } = await start(t, { user: 'us%40er:pa%3Ass@' })
  assert.equal(answerOf(await post(`https://hooks.example:${port}/`)).body, 'through')
  assert.equal(answerOf(await post(`https://hooks.example:${port}/`)).body, 'through')
  const authorization = `Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`
  const authorityAsked = `127.0.0.1:${port}`
  assert.deepEqual(asked, [{ authority: authorityAsked, host: authorityAsked, authorization }])
  assert.equal(connections(), 1, 'a tunnel is reused')
  const other = failureOf(await post(`https://other.example:${port}/`))
  assert.equal(other.code, 'tls_failed')
})

test('an address that is forbidden directly is forbidden through the proxy', async (t) => {
  const { post, port, asked } = await start(t)
  for (const host of ['inside.example', '10.0.0.1', '169.254.169.254', '[::1]']) {
    assert.equal(failureOf(await post(`https://${host}:${port}/`)).code, 'forbidden_address', host)
  }
  assert.equal(failureOf(await post(`https://outside.example:${port}/`)).code, 'dns_failed')
  assert.equal(asked.length, 0)
})

test('a proxy that resolves names gets the name; known forbidden addresses stay forbidden', async (t) => {
  const { post, port, asked } = await start(t, {
    settings: { proxyTarget: 'name' },
    proxy: { names: { 'outside.example': '127.0.0.1', 'hooks.example': '127.0.0.1' } },
  })
  assert.equal(answerOf(await post(`https://outside.example:${port}/`)).body, 'through')
  assert.equal(answerOf(await post(`https://hooks.example:${port}/`)).body, 'through')
  assert.deepEqual(
    asked.map(({ authority: name }) => name),
    [`outside.example:${port}`, `hooks.example:${port}`],
  )
  for (const host of ['inside.example', '10.0.0.1']) {
    assert.equal(failureOf(await post(`https://${host}:${port}/`)).code, 'forbidden_address', host)
  }
  assert.equal(failureOf(await post('http://outside.example/')).code, 'plain_http_refused')
})

test('an HTTPS proxy is verified by its own name', async (t) => {
  const good = await start(t, {
    proxy: { identity: authority.issue({ addresses: ['127.0.0.1'] }) },
  })
  assert.equal(answerOf(await good.post(`https://hooks.example:${good.port}/`)).body, 'through')
  const bad = await start(t, { proxy: { identity: authority.issue({ names: ['hooks.example'] }) } })
  assert.equal(failureOf(await bad.post(`https://hooks.example:${bad.port}/`)).code, 'proxy_failed')
  assert.equal(bad.asked.length, 0)
})

test('a proxy that rejects, or is unreachable, is named as the cause', async (t) => {
  for (const refuseWith of [403, 407, 502]) {
    const { post, port } = await start(t, { proxy: { refuseWith } })
    const failure = failureOf(await post(`https://hooks.example:${port}/`))
    assert.deepEqual([failure.code, failure.sent], ['proxy_failed', false])
    assert.match(failure.detail, new RegExp(String(refuseWith)))
  }
  const egress = await startEgress(t, {
    settings: { proxy: Secret.from('http://127.0.0.1:9/') },
    dns,
  })
  const failure = failureOf(await egress.post('https://hooks.example/'))
  assert.equal(failure.code, 'proxy_failed')
  assert.match(failure.detail, /ECONNREFUSED/)
})

test('excluded hosts are reached directly, under the same checks', async (t) => {
  const { post, port, asked } = await start(t, {
    settings: { noProxy: ['hooks.example', '10.0.0.0/8'] },
  })
  assert.equal(answerOf(await post(`https://hooks.example:${port}/`)).body, 'through')
  assert.equal(failureOf(await post(`https://10.0.0.1:${port}/`)).code, 'forbidden_address')
  assert.equal(asked.length, 0)
})

function isExcepted(rule: string, url: string, addresses: readonly string[] = []): boolean {
  const target = readTarget(url)
  assert.ok(!('outcome' in target))
  return createBypass([rule])(target, addresses)
}

test('exclusions use the usual NO_PROXY syntax', () => {
  const yes: readonly (readonly [string, string, string[]?])[] = [
    ['*', 'https://a.example/'],
    ['a.example', 'https://a.example/'],
    ['a.example', 'https://b.A.example/'],
    ['.a.example', 'https://b.a.example/'],
    ['.a.example', 'https://a.example/'],
    ['*.a.example', 'https://b.a.example/'],
    ['A.example:8443', 'https://a.example:8443/'],
    ['10.0.0.0/8', 'https://a.example/', ['10.1.1.1']],
    ['10.1.1.1', 'https://10.1.1.1/', ['10.1.1.1']],
    ['10.1.1.1', 'https://[::ffff:10.1.1.1]/', ['10.1.1.1']],
    ['fd00::/8', 'https://a.example/', ['fd00::1']],
  ]
  for (const [rule, url, addresses] of yes) assert.ok(isExcepted(rule, url, addresses), rule)
  const no: readonly (readonly [string, string, string[]?])[] = [
    ['a.example', 'https://ba.example/'],
    ['a.example:8443', 'https://a.example/'],
    ['10.0.0.0/8', 'https://a.example/', ['11.1.1.1']],
    ['fd00::/8', 'https://a.example/', ['10.1.1.1']],
  ]
  for (const [rule, url, addresses] of no) assert.ok(!isExcepted(rule, url, addresses), rule)
})
