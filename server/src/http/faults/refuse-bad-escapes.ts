// Rejects percent escapes that cannot be decoded. The router and the query parser take them literally or replace them, so that
// a filter would match something else than the caller meant.
import type { FieldError } from '@task-service/contract'
import type { FastifyRequest } from 'fastify'
import { fieldProblem, quote } from '#lib/messages/field-problem.ts'
import { immediateHook } from '../immediate-hook.ts'

export const refuseBadEscapes = immediateHook((request) => {
  const { originalUrl: url } = request
  if (!url.includes('%') || isDecodable(url)) return
  const place = findInQuery(url) ?? findInPath(request)
  throw fieldProblem('invalid_request', [
    { ...place, code: 'invalid_format', message: describe(url) },
  ])
})

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

type Place = Pick<FieldError, 'in' | 'pointer'>

function findInQuery(url: string): Place | undefined {
  const start = url.indexOf('?')
  const parts = start === -1 ? [] : url.slice(start + 1).split('&')
  const bad = parts.find((part) => !isDecodable(part))
  if (bad === undefined) return undefined
  const name = bad.split('=', 1)[0] ?? ''
  return { in: 'query', pointer: isDecodable(name) ? decodeURIComponent(name) : name }
}

/** The router has taken such a path literally, so its parameters are as they were sent. */
function findInPath({ params }: FastifyRequest): Place {
  const sent = Object.entries(params as Record<string, string>) // as returned by the router
  const [name = ''] = sent.find(([, value]) => !isDecodable(value)) ?? []
  return { in: 'path', pointer: name }
}

/** Shows the escape only: what is around it may be a secret. */
function describe(url: string): string {
  const [escape] = /%(?![0-9a-f]{2}).{0,2}/i.exec(url) ?? []
  return escape === undefined
    ? 'contains percent escapes that are not UTF-8. Encode text as UTF-8'
    : `contains the invalid percent escape ${quote(escape)}. Encode % as %25`
}
