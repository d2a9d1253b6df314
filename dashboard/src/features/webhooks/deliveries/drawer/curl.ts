// An attempt as a curl command, to try it against the receiver.
import type { EventEnvelope } from '@task-service/contract'
import { quote } from '#lib/api-call.ts'

/** The signature needs the secret, which is not known here. */
export function curlOf(url: string, event: EventEnvelope, at: Date): string {
  const headers = [
    'content-type: application/json',
    `webhook-id: ${event.id}`,
    `webhook-timestamp: ${Math.floor(at.getTime() / 1_000)}`,
  ]
  return [
    `curl -X POST ${quote(url)}`,
    ...headers.map((header) => `-H ${quote(header)}`),
    '-H "webhook-signature: $SIGNATURE"',
    `--data-raw ${quote(JSON.stringify(event))}`,
  ].join(' \\\n  ')
}
