// Requests of web pages are rejected unless the page is served by this host: a page must not reach a server inside of the
// network of its visitor by changing what its own name resolves to (DNS rebinding).
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { tenantOfHost } from '#http/tenant-host.ts'
import { Problem } from '#lib/problem.ts'

export type OwnHosts = { hostSuffix: string | null; publicUrl: string | null }

/** Programs send no Origin; then there is no page to be protected from. */
export function createOriginCheck(own: OwnHosts) {
  const publicHost = own.publicUrl === null ? undefined : new URL(own.publicUrl).host
  return ({ headers: { origin, host } }: Pick<FastifyRequest, 'headers'>): void => {
    if (origin === undefined) return
    const from = parseOrigin(origin)
    if (from && from.host === host?.toLowerCase() && isOwn(from)) return
    throw new Problem('origin_not_allowed')
  }

  function isOwn({ host, hostname }: URL): boolean {
    if (host === publicHost) return true
    if (own.hostSuffix !== null) return tenantOfHost(host, own.hostSuffix) !== undefined
    // A name that someone else can register is not ours, whatever it resolves to.
    return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  }
}

function parseOrigin(origin: string): URL | undefined {
  if (!/^https?:\/\/[^/?#@\\]+$/.test(origin)) return undefined
  return URL.parse(origin) ?? undefined
}
