// Decides whether the service may connect to an address; no other code decides that.
import { memoize } from '#lib/memoize.ts'
import {
  type Address,
  isNever,
  isWithin,
  type Network,
  readAddress,
  readNetwork,
} from './address.ts'

export type AddressVerdict = Readonly<{
  allowed: boolean
  /** The address to connect to; the given text if it is not an address. */
  address: string
  /** `public`, `private`, `loopback` …, or how the operator's list decided. */
  kind: string
  /** Allowed only by the operator's list, so it is part of a private network. */
  opened: boolean
}>

export type AddressGuard = { judge(address: string): AddressVerdict }

export type Networks = { allow: readonly string[]; deny: readonly string[] }

/**
 * Metadata services hand credentials to any client inside a cloud network. Some are in public or carrier ranges, and an
 * operator who allows a whole network rarely means them: only an entry for the single address allows one.
 */
const metadata = [
  '169.254.0.0/16', // AWS, Azure, Google, Oracle, DigitalOcean, ECS, EKS … are in this range
  'fe80::/10',
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure's host, a public address
  '192.0.0.192', // Oracle
  'fd00:ec2::/32', // AWS
  'fd20:ce::/32', // Google
  'fd00:42::42', // Scaleway
  'fd00:c1::a9fe:a9fe', // Oracle
].map(readNetwork)

export function createAddressGuard(networks: Networks): AddressGuard {
  const allow = networks.allow.map(readNetwork)
  const deny = networks.deny.map(readNetwork)
  const single = allow.filter(([ip, bits]) => bits === (ip.kind() === 'ipv4' ? 32 : 128))

  function judgeKind(address: Address): Omit<AddressVerdict, 'address'> {
    const { kind } = address
    if (isAmong(address, deny)) return no('denied by the operator')
    if (isNever(address)) return no(kind)
    if (isAmong(address, metadata)) {
      return isAmong(address, single)
        ? { allowed: true, kind, opened: true }
        : no(kind === 'link-local' ? kind : 'metadata')
    }
    if (isAmong(address, allow)) return { allowed: true, kind, opened: true }
    return { allowed: kind === 'public', kind, opened: false }
  }

  // Every request judges an address, and the verdict never changes.
  const judge = memoize((text): AddressVerdict => {
    const address = readAddress(text)
    if (!address) return { allowed: false, address: text, kind: 'unreadable', opened: false }
    return { address: address.text, ...judgeKind(address) }
  }, 1_000)
  return { judge }
}

const no = (kind: string) => ({ allowed: false, kind, opened: false })

function isAmong({ ip, behind }: Address, networks: readonly Network[]): boolean {
  return networks.some(
    (network) => isWithin(ip, network) || (behind !== null && isWithin(behind, network)),
  )
}
