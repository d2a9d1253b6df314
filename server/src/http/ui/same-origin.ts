// CSRF protection: changes must come from the dashboard itself. Browsers send a cached password with the requests of any
// page, and the dashboard of another tenant is on the same site, so only exactly the same origin is accepted.
import type { FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from '../immediate-hook.ts'

export type OwnOrigin = {
  /** Where clients reach the service, when a proxy changes it. */
  publicUrl: string | null
  /** With tenants the public URL is not the origin of each of them. */
  hostSuffix: string | null
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export function refuseCrossSite(own: OwnOrigin) {
  return immediateHook((request) => {
    if (!SAFE.has(request.method) && !isOwn(request, own)) throw new Problem('cross_site_request')
  })
}

/**
 * No form and no plain link can set `X-TS-CSRF`, and no other origin may: it would need a preflight request, which is never
 * approved. What the browser reports about the origin must match, and it must report something.
 */
function isOwn(request: FastifyRequest, own: OwnOrigin): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (headers['x-ts-csrf'] !== '1') return false
  if (site === undefined && origin === undefined) return false
  if (site !== undefined && site !== 'same-origin') return false
  return origin === undefined || ownOrigins(request, own).includes(origin)
}

function ownOrigins(request: FastifyRequest, { publicUrl, hostSuffix }: OwnOrigin): string[] {
  const host = request.headers.host ?? ''
  const isPublic = publicUrl !== null && hostSuffix === null
  // Whether TLS is in front of the service is known from the configuration or from a trusted proxy; if neither says so, an
  // https origin is accepted as well.
  const isSecure = request.protocol === 'https' || publicUrl?.startsWith('https:') === true
  const schemes = isSecure ? ['https'] : ['http', 'https']
  return [
    ...(isPublic ? [new URL(publicUrl).origin] : []),
    ...schemes.flatMap((scheme) => URL.parse(`${scheme}://${host}`)?.origin ?? []),
  ]
}
