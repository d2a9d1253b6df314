// From a URL to the addresses that a connection may be opened to, or the reason why there are none.
import type { AddressGuard, AddressVerdict } from './address-guard.ts'
import { type EgressFailure, fail } from './failure.ts'
import type { NameResolver } from './name-resolver.ts'
import type { Bypass } from './proxy.ts'
import { readTarget, type Target } from './read-target.ts'

export type Route = {
  target: Target
  /** Addresses in the order of attempts; a name only if the proxy resolves it. */
  places: readonly string[]
  isProxied: boolean
}

export type RoutePlan = {
  guard: AddressGuard
  resolver: NameResolver
  plainHttp: 'never' | 'allowed-networks' | 'anywhere'
  /** Null without a proxy. */
  proxy: { isBypassed: Bypass; target: 'address' | 'name' } | null
}

export async function findRoute(url: string, plan: RoutePlan): Promise<Route | EgressFailure> {
  const target = readTarget(url)
  if ('outcome' in target) return target
  if (!target.isHttps && plan.plainHttp === 'never') return noPlainHttp(target)
  const resolution = target.isAddress
    ? { found: true as const, addresses: [target.host] }
    : await plan.resolver.resolve(target.host)
  if (!resolution.found) return routeUnresolved(target, resolution.detail, plan)
  const verdicts = resolution.addresses.map((address) => plan.guard.judge(address))
  return findRefusal(target, verdicts, plan) ?? routeTo(target, verdicts, plan)
}

/** Behind some proxies only the proxy can resolve external names. */
function routeUnresolved(
  target: Target,
  detail: string,
  { proxy, plainHttp }: RoutePlan,
): Route | EgressFailure {
  const isForProxy = proxy?.target === 'name' && !proxy.isBypassed(target, [])
  if (!isForProxy) return fail('dns_failed', detail)
  if (!target.isHttps && plainHttp !== 'anywhere') return noPlainHttp(target)
  return { target, places: [target.host], isProxied: true }
}

// One forbidden address rejects the name: the order of a DNS response cannot be trusted, and a name that mixes the two is an
// attack or a mistake. Which address is reached must not depend on chance.
function findRefusal(
  target: Target,
  verdicts: readonly AddressVerdict[],
  { plainHttp }: RoutePlan,
): EgressFailure | undefined {
  const { host, isAddress, isHttps } = target
  const bad = verdicts.find(({ allowed }) => !allowed)
  if (bad) {
    const detail = `${host} ${isAddress ? 'is' : 'resolves to'} an address that is not allowed (${bad.kind}).`
    return fail('forbidden_address', detail, { address: bad.address })
  }
  const isPublic = verdicts.some(({ opened }) => !opened)
  return !isHttps && isPublic && plainHttp !== 'anywhere' ? noPlainHttp(target) : undefined
}

function routeTo(target: Target, verdicts: readonly AddressVerdict[], { proxy }: RoutePlan): Route {
  const addresses = [...new Set(verdicts.map(({ address }) => address))].toSorted(byFamily)
  const isProxied = proxy !== null && !proxy.isBypassed(target, addresses)
  const isByName = isProxied && proxy.target === 'name' && !target.isAddress
  if (isByName) return { target, places: [target.host], isProxied }
  return { target, places: addresses, isProxied }
}

/** IPv4 first: if one of the two does not work, it is more often IPv6, and then it fails late. */
function byFamily(a: string, b: string): number {
  return Number(a.includes(':')) - Number(b.includes(':'))
}

const noPlainHttp = ({ host }: Target): EgressFailure =>
  fail('plain_http_refused', `Plain HTTP is not allowed for ${host}.`)
