// The authenticator of `/api` and `/agent`: one header only, on every request, before the body is read.
import type { FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import { endIfMoved } from './faults/end-if-moved.ts'
import type { FailedKeyLimiter } from './rate-limit.ts'
import type { Caller } from './request-state.ts'
import { tenantOfHost } from './tenant-host.ts'

export type Authenticate = (
  slug: string,
  key: string,
  options: { seenBefore: boolean },
) => Promise<Caller | undefined>

/** What a mount accepts, and nothing else. */
export type CredentialKind = {
  /** An empty text if there is none. */
  read: (request: FastifyRequest) => string
  refuse: () => Problem
}

/** Required by RFC 9110 §11.6.1. No scheme is registered for keys in a header; browsers ignore unknown ones. */
const API_KEY_CHALLENGE = { 'www-authenticate': 'ApiKey realm="api", header="X-API-Key"' }

/** Of `/api`. */
export const apiKey: CredentialKind = {
  read({ headers: { 'x-api-key': header } }) {
    return typeof header === 'string' ? header : ''
  },
  // The same for every request, so that it reveals nothing about a key or a tenant.
  refuse: () => new Problem('unauthenticated', undefined, { headers: API_KEY_CHALLENGE }),
}

/** Of `/agent` (RFC 6750 §2.1). */
export const agentToken: CredentialKind = {
  read: ({ headers }) => /^Bearer (agt_\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '',
  refuse: () =>
    new Problem('agent_unauthenticated', undefined, { headers: { 'www-authenticate': 'Bearer' } }),
}

/** No valid key is this long; hashing megabytes for an unauthenticated caller would be wasted. */
const MAX_KEY_LENGTH = 512

export type KeyAuth = {
  /** The hook of every request. */
  authenticate: (request: FastifyRequest) => Promise<void>
  /** Called again for responses that stay open: whether the key is still valid. */
  isAuthorized: (request: FastifyRequest) => Promise<boolean>
}

export function keyAuthenticator(options: {
  credential: CredentialKind
  authenticate: Authenticate
  hostSuffix: string | null
  failedKeys: FailedKeyLimiter
}): KeyAuth {
  return {
    async authenticate(request) {
      // A client that controls a network controls all of its addresses.
      const network = networkOf(request.ip)
      const refusal = await options.failedKeys.findRefusal(network)
      // Other clients may share the network, behind a proxy or at home: keys in use keep working from it.
      const fromMs = performance.now()
      const caller = await findCaller(request, refusal !== undefined)
      request.authenticationMs = performance.now() - fromMs
      if (!caller) {
        if (refusal) throw refusal
        await options.failedKeys.count(network)
        throw options.credential.refuse()
      }
      request.wide['tenant'] = caller.tenant.slug
      request.wide['actor'] = caller.actor.id
      if (caller.suspended) throw new Problem('tenant_suspended')
      request.caller = caller
    },
    async isAuthorized(request) {
      const caller = await findCaller(request, false).catch(endIfMoved)
      return caller?.tenant.id === request.caller?.tenant.id && caller?.suspended === false
    },
  }

  /** A missing key is looked up like a wrong one, so that both take the same path and the same time. */
  async function findCaller(
    request: FastifyRequest,
    seenBefore: boolean,
  ): Promise<Caller | undefined> {
    const sent = options.credential.read(request)
    const key = sent.length <= MAX_KEY_LENGTH ? sent : ''
    const slug = tenantOfHost(request.headers.host, options.hostSuffix) ?? ''
    return options.authenticate(slug, key, { seenBefore })
  }
}
