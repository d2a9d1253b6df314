// One attempt: signs the message and posts it.
import { createScrub, type Scrub } from '#crypto/scrub.ts'
import type { Secret } from '#crypto/secret.ts'
import { signMessage } from '#crypto/webhook-signature.ts'
import type { Egress } from '#egress/egress.ts'
import { judge, refuse } from '../verdict.ts'
import type { AttemptResult, DeliveryAttempt, DeliveryRequest } from './delivery-attempt.ts'

export type SendOptions = { egress: Pick<Egress, 'send'>; timeoutMs: number; userAgent: string }

/** Undefined when it was given up before an answer came, because the process stops. */
export async function sendDelivery(
  { egress, timeoutMs, userAgent }: SendOptions,
  { request }: DeliveryAttempt,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const at = new Date()
  if (typeof request === 'string') return { at, durationMs: 0, verdict: refuse(request) }
  const { url, body, messageId, secrets } = request
  const outcome = await egress.send({
    method: 'POST',
    url,
    body,
    headers: {
      ...request.headers,
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signMessage({ id: messageId, sentAt: at, body }, secrets),
    },
    limits: { totalMs: timeoutMs, headersMs: timeoutMs },
    signal,
  })
  if (outcome.outcome === 'failure' && outcome.code === 'aborted') return undefined
  const verdict = judge(outcome, new Date())
  const response = verdict.response && scrubFor(request)(verdict.response)
  return { at, durationMs: Math.round(outcome.durationMs), verdict: { ...verdict, response } }
}

/** One for all requests that are prepared for a webhook at once. */
const scrubs = new WeakMap<readonly Secret[], Scrub>()

/** Receivers that say back what they were sent must not bring its secrets into the log of deliveries. */
function scrubFor({ secrets, headers }: DeliveryRequest): Scrub {
  const known = scrubs.get(secrets)
  if (known) return known
  const scrub = createScrub([
    ...secrets.map((secret) => secret.reveal()),
    ...Object.values(headers),
  ])
  scrubs.set(secrets, scrub)
  return scrub
}
