// Checks of a connector's request before its body is read: tenant, session, and failures of its network. Once a network is
// over its limit, a rejection costs no query; connectors that this process knows continue.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLruMap } from '#lib/lru-map.ts'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import type { FailedKeyLimiter } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'

/** One request of a connector. */
export type Visit = { slug: string; requestId: string; signal: AbortSignal }

export type EdgeAdmissionServices<Key> = {
  hostSuffix: string | null
  /** Per network and tenant. */
  failed: FailedKeyLimiter
  /** Throws unless the tenant exists and is active. */
  checkTenant: (visit: Visit) => Promise<void>
  /** The key of a session; throws when there is no such session. */
  findKey: (visit: Visit, session: string) => Promise<Key>
}

export type Admission<Key> = {
  visit: Visit
  /** Network and tenant. */
  origin: string
  network: string
  /** For a frame. */
  key?: Key
  /** Set once the network is over its limit: only connectors that used it before may continue. */
  refusal: Problem | undefined
}

/** Recently verified sessions, and connectors per network. */
const MAX_KNOWN = 50_000

export function createEdgeAdmission<Key>(services: EdgeAdmissionServices<Key>) {
  const { failed, hostSuffix } = services
  const counted = countRejections(failed)
  const known = createLruMap<true>(MAX_KNOWN)
  const admissions = new WeakMap<FastifyRequest, Admission<Key>>()

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<Admission<Key>> {
    const slug = tenantOfHost(request.headers.host, hostSuffix) ?? ''
    request.wide['tenant'] = slug
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const network = networkOf(request.ip)
    const origin = `${network} ${slug}`
    const admission: Admission<Key> = {
      visit: { slug, requestId: request.id, signal: gone.signal },
      origin,
      network,
      // A network that tries several tenants is over its limit for all tenants and connectors unknown to this process.
      refusal: (await failed.findRefusal(origin)) ?? (await failed.findRefusal(network)),
    }
    admissions.set(request, admission)
    return admission
  }

  return {
    counted,
    admissionOf: (request: FastifyRequest) => admissions.get(request) as Admission<Key>, // set by one of the hooks
    /** Hook of opening requests: enrollment, challenge, session. */
    async admitOpening(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const admission = await begin(request, reply)
      const { origin, refusal, visit } = admission
      if (refusal && !known.has(origin)) throw refusal
      // Then the connector named in the body is checked, still without a query.
      if (!refusal) await counted(request, admission, () => services.checkTenant(visit))
    },
    /** Hook of frames. */
    async admitFrame(request: FastifyRequest, reply: FastifyReply, session: string): Promise<void> {
      const admission = await begin(request, reply)
      const { refusal, visit } = admission
      if (refusal && !known.has(`${visit.slug} ${session}`)) throw refusal
      admission.key = await counted(request, admission, () => services.findKey(visit, session))
    },
    /** Called with the body of an opening request. */
    checkConnector({ origin, refusal }: Admission<Key>, connector: string | undefined): void {
      if (refusal && !known.has(`${origin} ${connector}`)) throw refusal
    },
    noteSession: ({ visit }: Admission<Key>, session: string) =>
      known.set(`${visit.slug} ${session}`, true),
    noteConnector({ origin }: Admission<Key>, connector: string): void {
      known.set(origin, true)
      known.set(`${origin} ${connector}`, true)
    },
  }
}

/** The reason for a rejection is only logged. */
function countRejections(failed: FailedKeyLimiter) {
  return async <T>(
    request: FastifyRequest,
    { origin, network, refusal }: Pick<Admission<unknown>, 'origin' | 'network' | 'refusal'>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'edge_refused') throw error
      request.wide['reason'] = String((error.cause as Error | undefined)?.message) // made by edgeRefused
      await failed.count(origin)
      await failed.count(network)
      throw refusal ?? error
    }
  }
}

export type EdgeAdmission<Key> = ReturnType<typeof createEdgeAdmission<Key>>
