import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, trimUserAgent, wideNetworkOf } from './network-of.ts'

const cases: [string, string][] = [
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.255', '192.0.2.0/24'],
  ['::ffff:192.0.2.9', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
]

for (const [address, network] of cases) {
  test(`${address} is in ${network}`, () => assert.equal(networkOf(address), network))
}

test('a user agent is truncated to 200 characters', () => {
  assert.equal(trimUserAgent(undefined), '')
  assert.equal(trimUserAgent('curl/8.5'), 'curl/8.5')
  assert.equal(trimUserAgent('x'.repeat(3_000)).length, 200)
})

const wider: [string, string][] = [
  ['192.0.2.7', '192.0.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
]

for (const [address, network] of wider) {
  test(`${address} is in ${network}`, () =>
    assert.equal(wideNetworkOf(networkOf(address)), network))
}
