// The signature of Standard Webhooks: receivers verify with any such library that a message is authentic, complete and recent.
import { createHmac } from 'node:crypto'
import type { Secret } from './secret.ts'

const PREFIX = 'whsec_'

export type SignedMessage = {
  /** The same for every attempt, so that a receiver can detect duplicates. */
  id: string
  /** Of this attempt: receivers reject a replayed old message by its age. */
  sentAt: Date
  body: string
}

/** One signature per secret: during a rotation, receivers may hold either. */
export function signMessage(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly Secret[],
): Record<`webhook-${string}`, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.reveal().slice(PREFIX.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
