// One request to HubSpot, and what its refusals mean.
import { bearer, Failure, type HttpResponse, parseJson, refusal } from '@task-service/kit'
import { manifest } from './manifest.ts'
import type { Body, Context } from './wire.ts'

/** Versions of the interface, in one place: HubSpot is about to name them by dates. */
export const paths = {
  objects: '/crm/v3/objects',
  owners: '/crm/v3/owners',
  properties: '/crm/v3/properties',
  associations: '/crm/v4/associations',
} as const

type Call = {
  method?: 'GET' | 'POST' | 'PATCH'
  to: string
  body?: Body
  /** Statuses that mean something to the caller. */
  expect?: number[]
  /** A search is asked with POST and changes nothing. */
  reads?: boolean
}

export async function call(ctx: Context, { method = 'GET', to, body, expect = [], reads }: Call) {
  const response = await ctx.http.request({
    method,
    url: `${ctx.config.base_url.replace(/\/+$/, '')}${to}`,
    headers: { accept: 'application/json', authorization: bearer(ctx.secret('token')) },
    ...(body !== undefined && { body }),
  })
  const isFine = response.status >= 200 && response.status < 300
  if (isFine || expect.includes(response.status)) return response
  throw toFailure(ctx, response, method !== 'GET' && reads !== true)
}

export const get = async (ctx: Context, to: string): Promise<unknown> =>
  parseJson(await call(ctx, { to }))

/** Asks with a body; changes nothing. */
export const ask = async (ctx: Context, to: string, body: Body): Promise<unknown> =>
  parseJson(await call(ctx, { method: 'POST', to, body, reads: true }))

/** The answer to a write that was carried out; half an answer leaves open what it said. */
export function readWritten(response: HttpResponse): unknown {
  try {
    return parseJson(response)
  } catch {
    const text = 'HubSpot accepted the change, but its response was incomplete.'
    throw new Failure('transient', text, { maybeDone: true })
  }
}

type ErrorBody = {
  message?: string
  policyName?: string
  errors?: { message?: string; context?: { requiredGranularScopes?: string[] } }[]
}

export function readError({ body }: HttpResponse): ErrorBody {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

export const missingScopesOf = (response: HttpResponse): string[] =>
  (readError(response).errors ?? []).flatMap(({ context }) => context?.requiredGranularScopes ?? [])

/** A spent day is not back in a minute. */
const dailyWaitMs = 900_000

export function toFailure(ctx: Context, response: HttpResponse, write: boolean): Failure {
  const { status } = response
  const { message, errors = [], policyName } = readError(response)
  const details = errors.map((error) => error.message)
  const vendorText = [...new Set([message, ...details])].filter(Boolean).join('; ')
  const fix = findFix(response)
  if (status === 429 && policyName === 'DAILY') {
    const facts = { vendorText, retryAfterMs: dailyWaitMs }
    return new Failure(
      'rate_limited',
      'The daily request limit of the HubSpot account is reached.',
      facts,
    )
  }
  // HubSpot's own: the account is being moved to another place.
  if (status === 477)
    return new Failure('transient', 'HubSpot is migrating the account.', { vendorText })
  const { headers: limits = [] } = manifest.rateLimit
  return refusal(response, { now: ctx.now(), vendorText, fix, write, limits })
}

function findFix(response: HttpResponse): string | undefined {
  if (response.status === 401) return 'Re-enter the access token of the private app.'
  if (response.status !== 403) return undefined
  const scopes = missingScopesOf(response)
  return `Grant the private app the missing scopes${scopes.length > 0 ? `: ${scopes.join(', ')}` : ''}.`
}
