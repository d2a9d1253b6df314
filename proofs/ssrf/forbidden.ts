// What must never be reached, written down here a second time and without the guard's library: a mistake in its
// table is not repeated in the table that judges it.

/** IANA's special-purpose registries, and the public addresses at which clouds answer their own machines. */
export const forbiddenIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
] as const

export const forbiddenIpv6 = [
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
] as const

/** Behind the NAT64 prefix lies every IPv4 address, and the forbidden ones are forbidden there too. */
export const forbiddenBehindNat64 = forbiddenIpv4.map((range) => {
  const [address = '', bits] = range.split('/')
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  return `64:ff9b::${groups}/${96 + Number(bits)}`
})

/** An IPv4 address to tunnel to in the last half of any address, whatever its prefix (RFC 5214). */
export const isatap = { mask: '::fdff:ffff:0:0', value: '::5efe:0:0' }

/** Addresses that the corpus aims at, by one or two of every range. */
export const targetsIpv4 = [
  '127.0.0.1',
  '127.0.0.53',
  '127.1.2.3',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '10.96.0.1',
  '10.255.255.254',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.254',
  '168.63.129.16',
  '169.254.0.23',
  '169.254.42.42',
  '169.254.169.123',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '172.16.0.1',
  '172.17.0.1',
  '172.20.30.40',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.1.254',
  '192.168.255.254',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.7',
  '203.0.113.9',
  '240.0.0.1',
  '247.10.20.30',
  '254.255.255.254',
] as const

export const targetsIpv6 = [
  '::1',
  '::',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
  'fdff:ffff:ffff::1',
  'fec0::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  '64:ff9b:1::1',
  '8000::1',
] as const

/** Nothing can connect to these here, guard or not; they count among the tricks. */
export const unreachable = [
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '[fe80::1]',
  '[fe80::a9fe:a9fe]',
  '[ff02::1]',
  '[ff0e::1]',
  '0.1.2.3',
] as const
