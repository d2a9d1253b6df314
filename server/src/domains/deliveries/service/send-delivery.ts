// One attempt: signs the message anew and posts it.
import { createScrub, type Scrub } from '#crypto/scrub.ts'
import type { Secret } from '#crypto/secret.ts'
import { signMessage } from '#crypto/webhook-signature.ts'
import type { Egress } from '#egress/egress.ts'
import { judge, refuse } from '../verdict.ts'
import type { Letter, Parcel, Receipt } from './parcel.ts'

export type SendOptions = { egress: Pick<Egress, 'send'>; timeoutMs: number; userAgent: string }

/** Undefined when it was given up before an answer came, because the process stops. */
export async function sendDelivery(
  { egress, timeoutMs, userAgent }: SendOptions,
  { letter }: Parcel,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  const at = new Date()
  if (typeof letter === 'string') return { at, durationMs: 0, verdict: refuse(letter) }
  const { url, body, messageId, secrets } = letter
  const outcome = await egress.send({
    method: 'POST',
    url,
    body,
    headers: {
      ...letter.headers,
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signMessage({ id: messageId, sentAt: at, body }, secrets),
    },
    limits: { totalMs: timeoutMs, headersMs: timeoutMs },
    signal,
  })
  if (outcome.outcome === 'failure' && outcome.code === 'aborted') return undefined
  const verdict = judge(outcome, new Date())
  const response = verdict.response && scrubFor(letter)(verdict.response)
  return { at, durationMs: Math.round(outcome.durationMs), verdict: { ...verdict, response } }
}

/** One for all letters that are packed for a webhook at once. */
const scrubs = new WeakMap<readonly Secret[], Scrub>()

/** Receivers that say back what they were sent must not bring its secrets into the log of deliveries. */
function scrubFor({ secrets, headers }: Letter): Scrub {
  const known = scrubs.get(secrets)
  if (known) return known
  const scrub = createScrub([
    ...secrets.map((secret) => secret.reveal()),
    ...Object.values(headers),
  ])
  scrubs.set(secrets, scrub)
  return scrub
}
