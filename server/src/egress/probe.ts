// Checks the connection to a URL step by step, under the same rules as every request, to show where it fails.
import { EgressError, type EgressFailure, fail } from './failure.ts'
import type { Route } from './find-route.ts'
import { MAX_ADDRESSES_TRIED } from './limits.ts'
import { notFound } from './name-resolver.ts'
import type { SocketTarget } from './open-socket.ts'

export type ProbeStep = {
  stage: 'dns' | 'tcp' | 'tls'
  durationMs: number
  /** Null on success. */
  failure: EgressFailure | null
}

export type ProbeParts = {
  findRoute: (url: string) => Promise<Route | EgressFailure>
  /** Opens a connection and closes it again. */
  touch: (target: SocketTarget, route: Route) => Promise<void>
}

/** Ends with the first step that failed; without TLS there are two. */
export async function probe(url: string, { findRoute, touch }: ProbeParts): Promise<ProbeStep[]> {
  const [dns, route] = await timed('dns', () => findRoute(url))
  if (!route || 'outcome' in route) return [dns]
  const { host, port, isHttps } = route.target
  const [tcp, place] = await timed('tcp', () => touchAny(route, port, touch))
  if (!isHttps || tcp.failure || typeof place !== 'string') return [dns, tcp]
  const [tls] = await timed('tls', async () => {
    await touch({ host, address: place, port, secureFor: host }, route)
    return place
  })
  return [dns, tcp, tls]
}

/** The first reachable address, as for a request. */
async function touchAny(
  route: Route,
  port: number,
  touch: ProbeParts['touch'],
): Promise<string | EgressFailure> {
  let failure: EgressFailure = fail('dns_failed', notFound(route.target))
  for (const address of route.places.slice(0, MAX_ADDRESSES_TRIED)) {
    try {
      await touch({ host: route.target.host, address, port, secureFor: null }, route)
      return address
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      failure = error.failure
    }
  }
  return failure
}

async function timed<T extends string | Route>(
  stage: ProbeStep['stage'],
  work: () => Promise<T | EgressFailure>,
): Promise<[ProbeStep, T | EgressFailure | undefined]> {
  const startedAt = performance.now()
  const step = (failure: EgressFailure | null): ProbeStep => ({
    stage,
    durationMs: performance.now() - startedAt,
    failure,
  })
  try {
    const found = await work()
    const isFailure = typeof found === 'object' && 'outcome' in found
    return [step(isFailure ? found : null), found]
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return [step(error.failure), undefined]
  }
}
