// From a status that is no success to the failure that the host understands: the same for every vendor that follows HTTP.
import { Failure, type FailureKind } from './failure.ts'
import type { HttpResponse } from './http.ts'
import type { RateLimitHeaders } from './manifest.ts'

export type RefusalFacts = {
  now: Date
  /** What the vendor said; markup is taken out and it is cut. */
  vendorText?: string | undefined
  fix?: string | undefined
  /** The request would have changed something. */
  write?: boolean
  /** Of the manifest. */
  limits?: readonly RateLimitHeaders[]
}

const kinds: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'auth',
  402: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  408: 'transient',
  409: 'transient',
  410: 'not_found',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  423: 'transient',
  425: 'transient',
  429: 'rate_limited',
}

const textLimit = 300
const unknownWaitMs = 60_000

export function refusal(response: HttpResponse, facts: RefusalFacts): Failure {
  const { status } = response
  const announcedMs = waitMs(response, facts)
  const isSpent =
    status === 403 && announcedMs !== undefined && isLimitSpent(response, facts.limits)
  const kind: FailureKind = isSpent
    ? 'rate_limited'
    : (kinds[status] ?? (status >= 500 ? 'transient' : 'protocol'))
  const retryAfterMs = announcedMs ?? (kind === 'rate_limited' ? unknownWaitMs : undefined)
  const vendorText = facts.vendorText === undefined ? '' : plainText(facts.vendorText)
  return new Failure(kind, `The server responded with status ${status}.`, {
    ...(retryAfterMs !== undefined &&
      (kind === 'rate_limited' || status >= 500) && { retryAfterMs }),
    ...(vendorText !== '' && { vendorText }),
    ...(facts.fix !== undefined && { fix: facts.fix }),
    // A server, or a proxy before it, that broke may have broken after the work was done.
    ...(facts.write === true && status >= 500 && { maybeDone: true }),
  })
}

/** Without tags and runs of blanks, cut to what fits a line or two. */
export function plainText(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= textLimit ? plain : `${plain.slice(0, textLimit - 1)}…`
}

/** `Retry-After` as seconds or as a date, else the vendor's own header of when there is more. */
function waitMs(response: HttpResponse, { now, limits }: RefusalFacts): number | undefined {
  const header = response.headers['retry-after']?.trim()
  if (header !== undefined && header !== '') {
    if (/^\d+$/.test(header)) return Number(header) * 1000
    const at = Date.parse(header)
    if (!Number.isNaN(at)) return Math.max(0, at - now.getTime())
  }
  const waits = (limits ?? [])
    .filter((limit) => isSpentIn(response, limit))
    .map((limit) => resetMs(response, limit, now))
    .filter((wait) => wait !== undefined)
  return waits.length === 0 ? undefined : Math.max(...waits)
}

function resetMs(
  response: HttpResponse,
  { reset }: RateLimitHeaders,
  now: Date,
): number | undefined {
  const value = reset === undefined ? undefined : response.headers[reset.header.toLowerCase()]
  if (reset === undefined || value === undefined || !/^\d+(\.\d+)?$/.test(value)) return undefined
  const number = Number(value)
  if (reset.unit === 'epoch_seconds') return Math.max(0, number * 1000 - now.getTime())
  return reset.unit === 'seconds' ? number * 1000 : number
}

const isSpentIn = (response: HttpResponse, { remaining }: RateLimitHeaders): boolean =>
  Number(response.headers[remaining.toLowerCase()] ?? 'absent') === 0

/** A refusal for lack of budget, which some vendors send as 403. */
const isLimitSpent = (response: HttpResponse, limits: readonly RateLimitHeaders[] = []): boolean =>
  response.headers['retry-after'] !== undefined ||
  limits.some((limit) => isSpentIn(response, limit))
