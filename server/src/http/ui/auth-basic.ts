// The authenticator of the dashboard: only HTTP Basic (RFC 7617), for pages and data.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ClientTrace, networkOf, trimUserAgent } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import { endIfMoved } from '../faults/end-if-moved.ts'
import type { Caller } from '../request-state.ts'
import { tenantOfHost } from '../tenant-host.ts'

export type AuthenticateUser = (signIn: {
  slug: string
  username: string
  password: string
  network: string
  visit?: ClientTrace & { requestId: string }
}) => Promise<Caller | undefined>

export type BasicAuth = {
  /** The hook of every request. */
  authenticate: (request: FastifyRequest) => Promise<void>
  /** Called again for responses that stay open: whether the password is still valid. */
  isAuthorized: (request: FastifyRequest) => Promise<boolean>
}

type Credentials = { username: string; password: string }

export function basicAuthenticator(options: {
  authenticate: AuthenticateUser
  hostSuffix: string | null
}): BasicAuth {
  const { hostSuffix } = options

  async function findCaller(
    request: FastifyRequest,
    isVisit: boolean,
  ): Promise<Caller | undefined> {
    const credentials = readBasic(request.headers.authorization)
    if (!credentials) return undefined
    const slug = tenantOfHost(request.headers.host, hostSuffix) ?? ''
    const network = networkOf(request.ip)
    const client = { network, userAgent: trimUserAgent(request.headers['user-agent']) }
    const caller = await options.authenticate({
      slug,
      ...credentials,
      network,
      ...(isVisit && { visit: { ...client, requestId: request.id } }),
    })
    if (!caller) return undefined
    return { ...caller, client, isPassword: (text) => sameText(text, credentials.password) }
  }

  return {
    async authenticate(request) {
      const fromMs = performance.now()
      const caller = await findCaller(request, true)
      request.authenticationMs = performance.now() - fromMs
      if (!caller) throw signInRequired(request, hostSuffix)
      request.wide['tenant'] = caller.tenant.slug
      request.wide['actor'] = caller.actor.id
      if (caller.suspended) throw new Problem('tenant_suspended')
      request.caller = caller
    },
    async isAuthorized(request) {
      const caller = await findCaller(request, false).catch(endIfMoved)
      return caller?.actor.id === request.caller?.actor.id && caller?.suspended === false
    },
  }
}

/** Longer than any accepted password in any encoding. */
const MAX_HEADER_LENGTH = 4_096
const utf8 = new TextDecoder('utf-8', { fatal: true })
const usernames = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/

/** Undefined without credentials. An invalid username is not looked up in the database. */
export function readBasic(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return undefined
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  if (encoded === undefined) return undefined
  const text = decode(Buffer.from(encoded, 'base64'))
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon === -1) return undefined
  const username = text.slice(0, colon)
  return { username: usernames.test(username) ? username : '', password: text.slice(colon + 1) }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}

/**
 * Browsers prompt for the password whenever they get `WWW-Authenticate`. For data that a page fetches, the prompt would
 * appear out of context: the page gets the error and handles it.
 */
export function signInRequired(request: FastifyRequest, hostSuffix: string | null): Problem {
  const headers = isFetch(request) ? {} : { 'www-authenticate': challenge(request, hostSuffix) }
  return new Problem('sign_in_required', undefined, { headers })
}

function isFetch({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return (
    headers['x-ts-csrf'] !== undefined ||
    (mode !== undefined && mode !== 'navigate') ||
    // Browsers that send no Sec-Fetch-Mode: over plain HTTP, except on localhost.
    headers.accept === 'text/event-stream'
  )
}

/** A separate realm per tenant; slugs need no escaping in a quoted string. */
function challenge(request: FastifyRequest, hostSuffix: string | null): string {
  const slug = tenantOfHost(request.headers.host, hostSuffix) ?? ''
  const isSlug = /^[a-z0-9-]{1,63}$/.test(slug) && hostSuffix !== null
  return `Basic realm="Task Service${isSlug ? ` ${slug}` : ''}", charset="UTF-8"`
}
