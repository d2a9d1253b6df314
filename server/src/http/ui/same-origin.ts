// Changes come from the dashboard itself. Browsers send a cached password along with whatever page asks, and the
// dashboard of another tenant is a neighbour on the same site: only the very same origin counts.
import type { FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from '../immediate-hook.ts'

export type OwnOrigin = {
  /** Where clients reach us, when a proxy changes it. */
  publicUrl: string | null
  /** With tenants the public address is not the one of each of them. */
  hostSuffix: string | null
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export function refuseCrossSite(own: OwnOrigin) {
  return immediateHook((request) => {
    if (!SAFE.has(request.method) && !isOwn(request, own)) throw new Problem('cross_site_request')
  })
}

/**
 * No form and no plain link can set `X-TS-CSRF`, and no other origin may: it would have to ask first, and nobody
 * answers. What the browser says about the origin must agree, and it must say something.
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
  // Whether there is TLS in front of us is known from the configuration or from a proxy that is believed; where
  // neither says so, an origin with it must be ours as well.
  const isSecure = request.protocol === 'https' || publicUrl?.startsWith('https:') === true
  const schemes = isSecure ? ['https'] : ['http', 'https']
  return [
    ...(isPublic ? [new URL(publicUrl).origin] : []),
    ...schemes.flatMap((scheme) => URL.parse(`${scheme}://${host}`)?.origin ?? []),
  ]
}
