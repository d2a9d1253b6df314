import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type DnsRule, startDnsServer } from '../../../tests/harness/network/dns-server.ts'
import { createHostsFile, type HostsFile } from './hosts-file.ts'
import { createNameResolver, type Resolution } from './name-resolver.ts'

const noHosts: HostsFile = { find: () => Promise.resolve([]) }

async function start(t: TestContext, rule: DnsRule, leastMs = 0) {
  const server = await startDnsServer(rule)
  t.after(() => server.close())
  return {
    server,
    ...createNameResolver({ servers: [server.address], leastMs, hostsFile: noHosts }),
  }
}

function addressesOf(resolution: Resolution): readonly string[] {
  assert.ok(resolution.found, JSON.stringify(resolution))
  return resolution.addresses.toSorted()
}

test('all addresses of both families are found, through aliases too', async (t) => {
  const { resolve } = await start(t, (_, type) =>
    type === 'A'
      ? { addresses: ['192.0.2.1', '192.0.2.2'], aliases: ['b.example', 'c.example'] }
      : { addresses: ['2001:db8::1', '::ffff:10.0.0.1'] },
  )
  assert.deepEqual(addressesOf(await resolve('a.example')), [
    '192.0.2.1',
    '192.0.2.2',
    '2001:db8::1',
    '::ffff:10.0.0.1',
  ])
})

test('one lookup queries each family once, and concurrent callers share it', async (t) => {
  const { server, resolve } = await start(t, (_, type, count) =>
    type === 'A' ? { addresses: [`192.0.2.${count + 1}`] } : 'nothing',
  )
  const together = await Promise.all(Array.from({ length: 50 }, () => resolve('a.example')))
  assert.ok(together.every((one) => one === together[0]))
  assert.equal(server.countOf('a.example', 'A'), 1)
  assert.equal(server.countOf('a.example', 'AAAA'), 1)
  assert.deepEqual(
    addressesOf(await resolve('a.example')),
    ['192.0.2.2'],
    'and the next call queries again',
  )
})

const counting: DnsRule = (name, type, count) =>
  type === 'A'
    ? { addresses: [`192.0.2.${count + 1}`], ttlSeconds: name === 'long.example' ? 30 : 0 }
    : 'nothing'

test('a result is cached for its TTL, and briefly even if the TTL is 0', async (t) => {
  const eager = await start(t, counting)
  await eager.resolve('long.example')
  await eager.resolve('long.example')
  assert.equal(eager.server.countOf('long.example', 'A'), 1)
  const calm = await start(t, counting, 60_000)
  await calm.resolve('short.example')
  await calm.resolve('short.example')
  assert.equal(calm.server.countOf('short.example', 'A'), 1)
})

test('a name without addresses and an unresponsive server are distinguished', async (t) => {
  const { resolve } = await start(t, (name) => (name === 'gone.example' ? 'unknown' : 'failure'))
  const gone = await resolve('gone.example')
  assert.ok(!gone.found && /does not resolve/.test(gone.detail))
  const broken = await resolve('broken.example')
  assert.ok(
    !broken.found && /DNS lookup of .* failed \(ESERVFAIL\)/.test(broken.detail),
    JSON.stringify(broken),
  )
})

test('a server that never responds for one family delays the other by half a second', async (t) => {
  const { resolve } = await start(t, (_, type) =>
    type === 'A' ? { addresses: ['192.0.2.1'] } : 'silence',
  )
  const startedAt = performance.now()
  assert.deepEqual(addressesOf(await resolve('a.example')), ['192.0.2.1'])
  assert.ok(performance.now() - startedAt < 1_400)
})

test('an unresponsive server times out after some seconds, and does not delay other lookups', async (t) => {
  const { resolve } = await start(t, (name) => (name.startsWith('dead') ? 'silence' : 'unknown'))
  const startedAt = performance.now()
  // More than libuv has threads: with the system's resolver the last of these would wait for the first.
  const dead = Array.from({ length: 64 }, (_, index) => resolve(`dead${index}.example`))
  assert.ok(!(await resolve('quick.example')).found)
  assert.ok(performance.now() - startedAt < 1_000)
  for (const resolution of await Promise.all(dead)) {
    assert.ok(!resolution.found && /DNS lookup of .* (failed|timed out)/.test(resolution.detail))
  }
  assert.ok(performance.now() - startedAt < 6_000)
})

test('localhost is never sent to a DNS server', async (t) => {
  const { server, resolve } = await start(t, () => ({ addresses: ['192.0.2.1'] }))
  assert.deepEqual(addressesOf(await resolve('localhost')), ['127.0.0.1', '::1'])
  assert.deepEqual(addressesOf(await resolve('a.localhost')), ['127.0.0.1', '::1'])
  assert.equal(server.countOf('localhost', 'A'), 0)
  assert.deepEqual(addressesOf(await resolve('notlocalhost')).length, 1)
})

test('the hosts file takes precedence, and its changes are detected', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'hosts')
  writeFileSync(
    path,
    '10.0.0.5 Db.lan db # ours\n# 10.0.0.6 old.lan\nfd00::5\tdb.lan\nnonsense a.lan\n',
  )
  const hosts = createHostsFile(path)
  assert.deepEqual(await hosts.find('db.lan'), ['10.0.0.5', 'fd00::5'])
  assert.deepEqual(await hosts.find('db'), ['10.0.0.5'])
  assert.deepEqual(await hosts.find('old.lan'), [])
  assert.deepEqual(await hosts.find('a.lan'), [])
  const resolver = createNameResolver({ servers: ['127.0.0.1:9'], hostsFile: hosts })
  assert.deepEqual(addressesOf(await resolver.resolve('db.lan')), ['10.0.0.5', 'fd00::5'])

  writeFileSync(path, '10.0.0.7 db.lan\n')
  utimesSync(path, 0, 0)
  t.mock.method(performance, 'now', () => 1e12)
  assert.deepEqual(await hosts.find('db.lan'), ['10.0.0.7'])
  assert.deepEqual(await createHostsFile(join(folder, 'none')).find('db.lan'), [])
})
