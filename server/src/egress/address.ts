// Parses an IP address in any notation or embedding, and classifies it.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses and their prefix lengths. */
export type Network = readonly [Ip, number]

export type Address = {
  ip: Ip
  /** The address to connect to: an IPv4-mapped address as IPv4. */
  text: string
  /** The IPv4 address behind a NAT64 prefix, which reaches the same host. */
  behind: ipaddr.IPv4 | null
  /** `public`, or a short name of the special range. */
  kind: string
}

const nat64 = ipaddr.parseCIDR('64:ff9b::/96')
/** All global unicast addresses of IPv6 that are or will be assigned; everything else is special. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Kinds that no operator list can allow: no HTTP server can have such an address. */
const neverKinds = new Set([
  'unspecified',
  'multicast',
  'broadcast',
  'discard-only',
  'IPv4-compatible',
  'IPv4-translated',
  '6to4',
  'Teredo',
  'ISATAP',
])

const words: Readonly<Record<string, string>> = {
  unicast: 'public',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  discard: 'discard-only',
  rfc6145: 'IPv4-translated',
  rfc6052: 'local NAT64',
  teredo: 'Teredo',
}

const plainWords = [
  'unspecified',
  'broadcast',
  'multicast',
  'loopback',
  'private',
  'reserved',
  '6to4',
]

/** Undefined when the text is not an address, or has a zone, which names a local interface. */
export function readAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  const parsed = parse(text)
  const ip = isIpv6(parsed) && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  const behind = isIpv6(ip) && ip.match(nat64[0], nat64[1]) ? lastIpv4(ip) : null
  return { ip, text: ip.toString(), behind, kind: describeKind(behind ?? ip) }
}

export function isNever({ kind }: Address): boolean {
  return neverKinds.has(kind)
}

export function isWithin(ip: Ip, [network, bits]: Network): boolean {
  return ip.kind() === network.kind() && ip.match(network, bits)
}

/** A CIDR range or a single address; an IPv4 range written as IPv6 (`::ffff:10.0.0.0/104`) becomes IPv4. */
export function readNetwork(text: string): Network {
  const [ip, bits] = text.includes('/')
    ? readCidr(text)
    : ([parse(text), isIP(text) === 4 ? 32 : 128] as const)
  if (isIpv6(ip) && ip.isIPv4MappedAddress() && bits >= 96) return [ip.toIPv4Address(), bits - 96]
  return [ip, bits]
}

function readCidr(text: string): Network {
  const [address = '', bits] = text.split('/')
  return [parse(address), Number(bits)]
}

// ipaddr.js parses `::10.0.0.1` as IPv4-mapped, which it is not; written in groups the two cannot be confused.
function parse(text: string): Ip {
  return ipaddr.parse(isIP(text) === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text)
}

function isIpv6(ip: Ip): ip is ipaddr.IPv6 {
  return ip.kind() === 'ipv6'
}

function describeKind(ip: Ip): string {
  const range: string = ip.range()
  if (isIpv6(ip) && range === 'unicast') {
    if (!ip.match(globalUnicast[0], globalUnicast[1])) {
      return ip.parts.slice(0, 6).every((part) => part === 0) ? 'IPv4-compatible' : 'reserved'
    }
    // RFC 5214 (ISATAP): the last half contains an IPv4 address to tunnel to, behind any prefix.
    if ((ip.parts[4] === 0 || ip.parts[4] === 0x200) && ip.parts[5] === 0x5efe) return 'ISATAP'
  }
  return words[range] ?? (plainWords.includes(range) ? range : 'reserved')
}

function lastIpv4(ip: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(ip.toByteArray().slice(12))
}
