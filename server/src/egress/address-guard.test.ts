import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createAddressGuard } from './address-guard.ts'

const closed = createAddressGuard({ allow: [], deny: [] })

/** One or two addresses of every range that is not public, by the kind that is reported. */
const special: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fdff::1',
    'fec0::1',
  ],
  'link-local': ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  metadata: ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  reserved: [
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '254.255.255.255',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '2001:db8::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff::1',
    '3fff::1',
    '2620:4f:8000::1',
    '4000::1',
    '5f00::1',
    '8000::1',
    '::1:0:0:1',
  ],
  'discard-only': ['100::1'],
  'IPv4-compatible': ['::10.0.0.1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:10.0.0.1', '::ffff:0:8.8.8.8'],
  'local NAT64': ['64:ff9b:1::1', '64:ff9b:1:2::8.8.8.8'],
  '6to4': ['2002:a00:1::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ISATAP: ['2606:4700::5efe:10.0.0.1', '2606:4700::200:5efe:8.8.8.8'],
}

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '223.255.255.255',
  '2000::1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '64:ff9b::808:808',
]

test('every special range is rejected, and the kind names the range', () => {
  for (const [kind, addresses] of Object.entries(special)) {
    for (const address of addresses) {
      const verdict = closed.judge(address)
      assert.equal(verdict.allowed, false, address)
      assert.equal(verdict.kind, kind, address)
    }
  }
})

test('control: public addresses, including those adjacent to a special range, are allowed', () => {
  for (const address of open) {
    assert.deepEqual(closed.judge(address), {
      allowed: true,
      address,
      kind: 'public',
      opened: false,
    })
  }
})

test('an IPv4 address embedded in IPv6 is judged as IPv4', () => {
  const ipv4 = fc
    .tuple(...Array.from({ length: 4 }, () => fc.nat(255)))
    .map((parts) => parts.join('.'))
  fc.assert(
    fc.property(ipv4, (address) => {
      const { allowed } = closed.judge(address)
      const mapped = closed.judge(`::ffff:${address}`)
      assert.equal(mapped.allowed, allowed)
      assert.equal(mapped.address, address, 'a mapped address is connected to as IPv4')
      assert.equal(closed.judge(`64:ff9b::${address}`).allowed, allowed)
      for (const prefix of ['::', '::ffff:0:', '64:ff9b:1::']) {
        assert.equal(closed.judge(`${prefix}${address}`).allowed, false, prefix)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('text that is not a plain address is rejected', () => {
  for (const text of ['', 'localhost', '1.2.3', '0x7f.1', '1.2.3.4.', 'fe80::1%lo', '2606::1%1']) {
    assert.equal(closed.judge(text).allowed, false, text)
  }
})

test('an operator can allow private networks, in any form of their addresses', () => {
  const guard = createAddressGuard({ allow: ['10.20.0.0/16', 'fd12::/32', '127.0.0.1'], deny: [] })
  for (const address of ['10.20.1.2', '::ffff:10.20.1.2', '64:ff9b::10.20.1.2', 'fd12::5']) {
    const { allowed, opened } = guard.judge(address)
    assert.deepEqual({ allowed, opened }, { allowed: true, opened: true }, address)
  }
  for (const address of ['10.21.0.1', 'fd13::5', '127.0.0.2', '2002:a14:102::', '::10.20.1.2']) {
    assert.equal(guard.judge(address).allowed, false, address)
  }
  assert.equal(guard.judge('8.8.8.8').opened, false)
  const mapped = createAddressGuard({ allow: ['::ffff:10.0.0.0/104'], deny: [] })
  assert.equal(mapped.judge('10.9.9.9').allowed, true)
})

test('an allowed network does not include its metadata addresses; an entry for the single address does', () => {
  const wide = createAddressGuard({
    allow: ['169.254.0.0/16', '100.64.0.0/10', 'fd00::/8'],
    deny: [],
  })
  const exact = createAddressGuard({
    allow: ['169.254.169.254', '100.100.100.200/32', 'fd00:ec2::254'],
    deny: [],
  })
  for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254']) {
    assert.equal(wide.judge(address).allowed, false, address)
    assert.equal(exact.judge(address).allowed, true, address)
  }
  assert.equal(wide.judge('64:ff9b::169.254.169.254').allowed, false)
  assert.equal(wide.judge('100.64.0.1').allowed, true)
})

test('addresses that no server can have cannot be allowed', () => {
  const guard = createAddressGuard({
    allow: ['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1'],
    deny: [],
  })
  for (const address of [
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '2002:a00:1::',
  ]) {
    assert.equal(guard.judge(address).allowed, false, address)
  }
  assert.equal(guard.judge('10.0.0.1').allowed, true)
})

test('networks that the operator denies are rejected even if public or allowed', () => {
  const guard = createAddressGuard({
    allow: ['10.0.0.0/8'],
    deny: ['10.1.0.0/16', '8.8.8.0/24', '2a00::/16'],
  })
  for (const address of ['10.1.2.3', '8.8.8.8', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2a00::1']) {
    assert.equal(guard.judge(address).kind, 'denied by the operator', address)
  }
  assert.equal(guard.judge('10.2.0.1').allowed, true)
})
