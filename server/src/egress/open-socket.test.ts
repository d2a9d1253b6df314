import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { makeAuthority, type Wish } from '../../../tests/harness/network/certificate.ts'
import type { DnsRule } from '../../../tests/harness/network/dns-server.ts'
import { startRawReceiver, startReceiver } from '../../../tests/harness/network/receiver.ts'
import { answerOf, failureOf, startEgress } from '../../../tests/harness/network/test-egress.ts'
import type { AddressGuard } from './address-guard.ts'
import { openSocket } from './open-socket.ts'

const authority = makeAuthority()
const usual = getCACertificates('default')
const toLoopback: DnsRule = (_, type) => (type === 'A' ? { addresses: ['127.0.0.1'] } : 'nothing')

before(() => setDefaultCACertificates([...usual, authority.cert]))
after(() => setDefaultCACertificates(usual))

async function startSecure(t: TestContext, wish: Wish, issuer = authority) {
  const receiver = await startReceiver((_, response) => response.end('secret'), {
    identity: issuer.issue(wish),
  })
  t.after(() => receiver.close())
  const { post } = await startEgress(t, { dns: toLoopback })
  return { ...receiver, post }
}

test('a certificate for the requested host is accepted, for a name and for an IP address', async (t) => {
  const named = await startSecure(t, { names: ['hooks.example'] })
  assert.equal(answerOf(await named.post(`https://hooks.example:${named.port}/`)).body, 'secret')
  assert.equal(answerOf(await named.post(`https://hooks.example.:${named.port}/`)).body, 'secret')
  const numbered = await startSecure(t, { addresses: ['127.0.0.1'] })
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]']) {
    assert.equal(answerOf(await numbered.post(`https://${host}:${numbered.port}/`)).body, 'secret')
  }
})

test('every other certificate is rejected, with the reason', async (t) => {
  const cases: readonly (readonly [Wish, string, RegExp])[] = [
    [{ names: ['other.example'] }, 'hooks.example', /for another host/],
    [{ names: ['hooks.example'] }, '127.0.0.1', /for another host/],
    [{ addresses: ['127.0.0.1'] }, 'hooks.example', /for another host/],
    [{ names: ['hooks.example'], notAfter: new Date(0) }, 'hooks.example', /has expired/],
  ]
  for (const [wish, host, reason] of cases) {
    const { port, post } = await startSecure(t, wish)
    const failure = failureOf(await post(`https://${host}:${port}/`))
    assert.deepEqual([failure.code, failure.sent], ['tls_failed', false], host)
    assert.match(failure.detail, reason)
    assert.match(failure.remedy, /NODE_EXTRA_CA_CERTS/)
  }
  const { port, post } = await startSecure(t, { names: ['hooks.example'] }, makeAuthority())
  assert.match(
    failureOf(await post(`https://hooks.example:${port}/`)).detail,
    /not signed by a trusted authority/,
  )
})

test('a CA of the operator is trusted by NODE_EXTRA_CA_CERTS, and checks stay on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'extra.pem')
  writeFileSync(file, authority.cert)
  const { port } = await startSecure(t, { addresses: ['127.0.0.1'] })
  const program = `
    import { createEgress } from ${JSON.stringify(join(import.meta.dirname, 'egress.ts'))}
    const egress = createEgress({ allow: ['127.0.0.1'], deny: [], plainHttp: 'never', proxy: null,
      proxyTarget: 'address', noProxy: [] })
    const url = 'https://127.0.0.1:${port}/'
    const outcome = await egress.send({ method: 'GET', url, headers: {}, body: null })
    console.log(outcome.code ?? outcome.status)
    await egress.close()`
  const run = async (env: Record<string, string>) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program],
      { env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' } },
    )
    return stdout.trim()
  }
  assert.equal(await run({ NODE_EXTRA_CA_CERTS: file }), '200')
  assert.equal(await run({}), 'tls_failed', 'NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing')
})

test('a server that does not speak TLS, or never finishes the handshake, fails', async (t) => {
  const plain = await startReceiver((_, response) => response.end())
  const mute = await startRawReceiver(() => undefined)
  t.after(() => Promise.all([plain.close(), mute.close()]))
  const { post } = await startEgress(t, { parts: { connectMs: 300 } })
  const wrong = failureOf(await post(`https://127.0.0.1:${plain.port}/`))
  assert.equal(wrong.code, 'tls_failed')
  const slow = failureOf(await post(`https://127.0.0.1:${mute.port}/`))
  assert.deepEqual([slow.code, slow.sent], ['connect_timeout', false])
})

const trusting: AddressGuard = {
  judge: (address) => ({ allowed: true, address, kind: 'public', opened: true }),
}

test('a connection that reached another address is closed before a byte is written', async (t) => {
  let bytes = 0
  const receiver = await startRawReceiver((socket) => socket.on('data', () => bytes++))
  t.after(() => receiver.close())
  // The kernel takes 0.0.0.0 for the loopback: asked for one address, connected to another.
  const target = { host: 'a.example', address: '0.0.0.0', port: receiver.port, secureFor: null }
  const options = { guard: trusting, timeoutMs: 1_000, openTunnel: null }
  await assert.rejects(
    openSocket(target, options),
    /forbidden_address: The connection to a\.example:\d+ reached another address/,
  )
  assert.equal(receiver.connections(), 1, 'it was connected')
  assert.equal(bytes, 0)
  const straight = await openSocket({ ...target, address: '127.0.0.1' }, options)
  straight.destroy()
})

test('the reached address is checked again', async (t) => {
  const receiver = await startRawReceiver(() => undefined)
  t.after(() => receiver.close())
  let judged = 0
  const guard: AddressGuard = {
    judge: (address) => ({ allowed: ++judged > 1, address, kind: 'private', opened: false }),
  }
  const target = { host: 'a.example', address: '127.0.0.1', port: receiver.port, secureFor: null }
  await assert.rejects(
    openSocket(target, { guard, timeoutMs: 1_000, openTunnel: null }),
    /forbidden_address/,
  )
})

test('no name reaches a socket', async () => {
  const target = { host: 'localhost', address: 'localhost', port: 80, secureFor: null }
  await assert.rejects(
    openSocket(target, { guard: trusting, timeoutMs: 1_000, openTunnel: null }),
    /connect_failed/,
  )
})
