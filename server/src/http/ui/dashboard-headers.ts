// Security headers of every response of the dashboard: nothing from other origins, and no framing.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { immediateHook } from '../immediate-hook.ts'

const policy = (style: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    // The only policy, in dashboard/src/trusted-html.ts: no other code can add one that allows more.
    'trusted-types default',
    "require-trusted-types-for 'script'",
  ].join('; ')

export const dashboardHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy(''),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
}

/** Set before anything can reject the request, so that errors have them too. */
export function addDashboardHeaders(app: FastifyInstance): void {
  app.addHook(
    'onRequest',
    immediateHook((_request, reply) => void reply.headers(dashboardHeaders)),
  )
}

const NONCE_BYTES = 18

/** For a page whose script adds styles at run time: they carry a nonce known only to this response. */
export function styleNonce(): { nonce: string; policy: string } {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return { nonce, policy: policy(` 'nonce-${nonce}'`) }
}
