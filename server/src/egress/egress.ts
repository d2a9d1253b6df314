// Every outbound request of the service goes through here.
//
// A name is resolved once, each of its addresses must be allowed, and the connection is opened to exactly that address.
// The name is not resolved again between the check and the connection, so its addresses cannot change in between.
import type { AnyConfig } from '#config/config.ts'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'
import { createAvoidedPlaces } from './avoided-places.ts'
import { type ConnectionPools, createConnectionPools, type PoolVisit } from './connection-pools.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { type EgressAnswer, exchange, type Message } from './exchange.ts'
import { type EgressFailure, fail } from './failure.ts'
import { findRoute, type Route, type RoutePlan } from './find-route.ts'
import { CONNECT_MS, defaultLimits, type EgressLimits, MAX_ADDRESSES_TRIED } from './limits.ts'
import { createNameResolver, type NameResolver, notFound } from './name-resolver.ts'
import { openSocket } from './open-socket.ts'
import { type ProbeStep, probe } from './probe.ts'
import { createBypass, createTunnels } from './proxy.ts'
import { findHeaderFault } from './request-headers.ts'

export type EgressRequest = Omit<Message, 'path'> & {
  url: string
  limits?: Partial<EgressLimits>
  /** Aborts the request, for example when the process stops. */
  signal?: AbortSignal
}

/** The response or the failure; `durationMs` counts from the call. */
export type EgressOutcome = (EgressAnswer | EgressFailure) & { durationMs: number }

export type Egress = {
  send: (request: EgressRequest) => Promise<EgressOutcome>
  /** Why `send` would reject this URL now, to be checked before it is stored. */
  findFault: (url: string) => Promise<EgressFailure | null>
  /** How far a connection to this URL gets, step by step; nothing is sent. */
  probe: (url: string) => Promise<ProbeStep[]>
  /** Ends all connections; requests in flight fail. */
  close: () => Promise<void>
}

export type EgressSettings = AnyConfig['egress']

/** Parts that tests replace; the service creates them from its settings. */
export type EgressParts = { guard: AddressGuard; resolver: NameResolver; connectMs: number }

export function createEgress(settings: EgressSettings, parts: Partial<EgressParts> = {}): Egress {
  const guard = parts.guard ?? createAddressGuard(settings)
  const isBypassed = createBypass(settings.noProxy)
  const plan: RoutePlan = {
    guard,
    resolver: parts.resolver ?? createNameResolver(),
    plainHttp: settings.plainHttp,
    proxy: settings.proxy && { isBypassed, target: settings.proxyTarget },
  }
  const pools = createConnectionPools()
  const connectMs = parts.connectMs ?? CONNECT_MS
  const sendAlong = createSender(settings, pools, guard, connectMs)
  const openTunnel = settings.proxy && createTunnels(settings.proxy.reveal(), connectMs)

  return {
    async send({ url, ...request }) {
      const startedAt = performance.now()
      const limits = { ...defaultLimits, ...request.limits }
      const deadline = createDeadline(limits.totalMs, request.signal)
      try {
        const fault = findHeaderFault(request.headers)
        const route = fault
          ? fail('invalid_header', fault)
          : await deadline.race(findRoute(url, plan))
        const outcome =
          'outcome' in route ? route : await sendAlong(route, request, limits, deadline)
        return { ...outcome, durationMs: performance.now() - startedAt }
      } finally {
        deadline.clear()
      }
    },
    async findFault(url) {
      const route = await findRoute(url, plan)
      return 'outcome' in route ? route : null
    },
    probe: (url) =>
      probe(url, {
        findRoute: (address) => findRoute(address, plan),
        async touch(target, { isProxied }) {
          const tunnel = isProxied ? openTunnel : null
          const options = { guard, timeoutMs: connectMs, openTunnel: tunnel }
          const socket = await openSocket(target, options)
          socket.destroy()
        },
      }),
    close: () => pools.close(),
  }
}

type SendAlong = (
  route: Route,
  request: Omit<EgressRequest, 'url'>,
  limits: EgressLimits,
  deadline: Deadline,
) => Promise<EgressAnswer | EgressFailure>

function createSender(
  settings: EgressSettings,
  pools: ConnectionPools,
  guard: AddressGuard,
  connectMs: number,
): SendAlong {
  const avoided = createAvoidedPlaces()
  const openTunnel = settings.proxy && createTunnels(settings.proxy.reveal(), connectMs)

  function visit({ target, isProxied }: Route, place: string, timeoutMs: number): PoolVisit {
    const { origin, host, port, isHttps } = target
    const socketTarget = { host, address: place, port, secureFor: isHttps ? host : null }
    return pools.enter(`${isProxied ? 'proxy ' : ''}${place}`, origin, () =>
      openSocket(socketTarget, { guard, timeoutMs, openTunnel: isProxied ? openTunnel : null }),
    )
  }

  return async (route, { method, headers, body }, limits, deadline) => {
    const places = avoided.order(route.places).slice(0, MAX_ADDRESSES_TRIED)
    const message = { method, path: route.target.path, headers, body }
    let outcome: EgressAnswer | EgressFailure = fail('dns_failed', notFound(route.target))
    for (const place of places) {
      const { pool, leave } = visit(route, place, Math.ceil(connectMs / places.length))
      outcome = await exchange(pool, message, limits, deadline).finally(leave)
      if (!isUnreachable(outcome)) return outcome
      avoided.avoid(place)
    }
    return outcome
  }
}

/** Nothing was sent, and another address of the same name may be reachable. */
function isUnreachable(outcome: EgressAnswer | EgressFailure): boolean {
  return (
    outcome.outcome === 'failure' &&
    (outcome.code === 'connect_failed' || outcome.code === 'connect_timeout')
  )
}
