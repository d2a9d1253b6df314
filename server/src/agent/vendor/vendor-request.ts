// One request to a vendor on behalf of an integration: only to its hosts, with its secrets inserted here and removed from
// the response.
import { Failure, type HttpRequest, type HttpResponse } from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import type { Egress, EgressOutcome } from '#egress/egress.ts'
import type { EgressFailure } from '#egress/failure.ts'
import { findOrigin } from './allowed-hosts.ts'
import type { CallSecrets } from './call-secrets.ts'
import type { RateBudget } from './rate-budget.ts'
import { fillRequest } from './request-words.ts'

export type VendorRequestOptions = {
  egress: Pick<Egress, 'send'>
  origins: ReadonlySet<string>
  secrets: CallSecrets
  budget: RateBudget
  limits: HostLimits
  userAgent: string
  /** A request to another host, which was not sent. */
  onForeign: (url: string) => void
}

export async function sendVendorRequest(
  request: HttpRequest,
  signal: AbortSignal,
  options: VendorRequestOptions,
): Promise<HttpResponse> {
  const { egress, origins, secrets, budget, limits } = options
  const { url } = request
  if (!findOrigin(url, origins)) {
    options.onForeign(url)
    throw new Failure(
      'forbidden',
      'The integration is not allowed to reach this host. Nothing was sent.',
    )
  }
  const isWrite = request.method !== 'GET'
  const leave = await budget.enter(isWrite, signal)
  try {
    const { method, headers, body } = await fillRequest(request, secrets.get)
    await secrets.know()
    const outcome = await egress.send({
      method,
      url,
      headers: { 'user-agent': options.userAgent, ...headers },
      body,
      signal,
      limits: limitsOf(request, limits),
    })
    if (outcome.outcome === 'failure') throw failureOf(outcome)
    budget.note(outcome.status, outcome.headers)
    return readAnswer(outcome, secrets.scrub)
  } finally {
    leave()
  }
}

function limitsOf({ timeoutMs }: HttpRequest, { requestMs, answerBytes }: HostLimits) {
  const wanted = typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : requestMs
  const totalMs = Math.min(wanted, requestMs)
  return {
    totalMs,
    headersMs: totalMs,
    bodyMs: Math.min(totalMs, 10_000),
    keepBytes: answerBytes,
    whenLarger: 'fail' as const,
  }
}

function readAnswer(
  answer: Extract<EgressOutcome, { outcome: 'answer' }>,
  scrub: (text: string) => string,
): HttpResponse {
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, scrub(value)])
  return {
    status: answer.status,
    headers: Object.fromEntries(headers) as Record<string, string>, // pairs of strings
    body: scrub(answer.body.toString('utf8')),
  }
}

const refused: readonly string[] = [
  'plain_http_refused',
  'forbidden_port',
  'forbidden_address',
] satisfies EgressFailure['code'][]
const unreadable: readonly string[] = [
  'invalid_response',
  'headers_too_large',
  'response_too_large',
] satisfies EgressFailure['code'][]
const written: readonly string[] = [
  'invalid_url',
  'invalid_header',
  'unsupported_scheme',
] satisfies EgressFailure['code'][]

function failureOf({ code, detail, remedy, sent }: EgressFailure): Failure {
  const facts = { fix: remedy, ...(sent && { maybeDone: true }) }
  if (refused.includes(code)) return new Failure('forbidden', detail, facts)
  if (written.includes(code)) return new Failure('internal', detail, facts)
  if (unreadable.includes(code)) return new Failure('protocol', detail, facts)
  return new Failure(sent || code === 'aborted' ? 'transient' : 'unreachable', detail, facts)
}
