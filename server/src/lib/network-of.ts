// The network of an IP address, at the size that one party usually controls: /24 of IPv4, /64 of IPv6.
import { createLruMap } from './lru-map.ts'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Most requests come over connections that are open already. */
const known = createLruMap<string>(10_000)
/** Of IPv6 with a zone. */
const MAX_ADDRESS_LENGTH = 64

export function networkOf(address: string): string {
  const found = known.get(address)
  if (found !== undefined) return found
  const network = findNetwork(address)
  // Behind a proxy it is the text of a header, which a client may have chosen.
  if (address.length <= MAX_ADDRESS_LENGTH) known.set(address, network)
  return network
}

function findNetwork(address: string): string {
  const v4 = mapped.exec(address)?.[1] ?? address
  if (/^\d+\.\d+\.\d+\.\d+$/.test(v4)) return `${v4.slice(0, v4.lastIndexOf('.'))}.0/24`
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}

/** The next larger network that a single party may control: /16 of IPv4, /48 of IPv6. Takes a result of `networkOf`. */
export function wideNetworkOf(network: string): string {
  const [, octets] = /^(\d+\.\d+)\.\d+\.0\/24$/.exec(network) ?? []
  if (octets !== undefined) return `${octets}.0.0/16`
  const [, groups] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network) ?? []
  return groups === undefined ? network : `${groups}::/48`
}

/** Where a user signed in, for the audit log: enough to recognize a device, not enough to track a person. */
export type ClientTrace = {
  /** As returned by `networkOf`. */
  network: string
  userAgent: string
}

/** Real user agents are shorter; longer ones are arbitrary content. */
const USER_AGENT_MAX = 200

export function trimUserAgent(header: string | undefined): string {
  return (header ?? '').slice(0, USER_AGENT_MAX)
}
