// The signature of Standard Webhooks, as the server makes it: a receiver verifies forwarded events like real ones.
import { createHmac, randomBytes } from 'node:crypto'
import { CommandError } from '#cli/program/command-error.ts'

const PREFIX = 'whsec_'
const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

export const createSecret = (): string => PREFIX + randomBytes(32).toString('base64')

export function checkSecret(secret: string): string {
  if (SECRET.test(secret)) return secret
  // Without the value.
  throw new CommandError(
    'usage',
    'TASKS_WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in Base64.',
  )
}

/** `sentAt` is the time of this attempt. */
export function signMessage(
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
  secret: string,
): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1_000)
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  }
}
