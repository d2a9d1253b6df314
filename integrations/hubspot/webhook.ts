// Messages from HubSpot: signed in one of three ways with the client secret of the app, several events to a message.
import type { Hint, Verification, WebhookSide } from '@task-service/kit'
import { type Context, taskKindId } from './wire.ts'

type Event = { subscriptionType?: string; objectId?: number | string; objectTypeId?: string }

/** Older messages are refused, as HubSpot asks. */
const toleranceMs = 300_000

/** What HubSpot decodes in an address before it signs. */
const decoded = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

const secret = 'client_secret'

export const webhook: WebhookSide<Context> = {
  verify({ method, url, headers }): Verification {
    const newest = headers['x-hubspot-signature-v3']
    if (newest !== undefined) {
      const sentAt = Number(headers['x-hubspot-request-timestamp'])
      if (!Number.isInteger(sentAt))
        return {
          kind: 'refuse',
          why: 'the X-HubSpot-Request-Timestamp header is missing or invalid',
        }
      const address = url.replaceAll(decoded, (code) => decodeURIComponent(code))
      return {
        kind: 'hmac',
        secret,
        hash: 'sha256',
        encoding: 'base64',
        signed: [{ text: `${method}${address}` }, 'body', { text: String(sentAt) }],
        presented: newest,
        sentAt,
        toleranceMs,
      }
    }
    const presented = headers['x-hubspot-signature']
    const version = headers['x-hubspot-signature-version']
    if (presented === undefined || (version !== 'v1' && version !== 'v2')) {
      return { kind: 'refuse', why: 'the signature is missing or has an unknown version' }
    }
    const target = version === 'v2' ? [{ text: `${method}${url}` }] : []
    const signed: Verification & { kind: 'hash' | 'hmac' } = {
      kind: 'hash',
      secret,
      hash: 'sha256',
      encoding: 'hex',
      signed: ['secret', ...target, 'body'],
      presented,
    }
    return signed
  },

  // HubSpot repeats events in messages of other composition: there is no id by which one is known again.
  parse({ body }) {
    const hints = readEvents(new TextDecoder().decode(body)).flatMap(readHint)
    return { hints: [...new Map(hints.map((hint) => [hint.ref.id, hint])).values()] }
  },
}

/** What cannot be read says nothing. */
function readEvents(text: string): Event[] {
  try {
    const events: unknown = JSON.parse(text)
    return Array.isArray(events) ? events.filter((event) => typeof event === 'object' && event) : []
  } catch {
    return []
  }
}

function readHint({ subscriptionType = '', objectId, objectTypeId }: Event): Hint[] {
  if (objectId === undefined) return []
  if (objectTypeId !== taskKindId && !subscriptionType.startsWith('task.')) return []
  const isEnd = subscriptionType.endsWith('.deletion')
  return [{ ref: { id: String(objectId) }, kind: isEnd ? 'deleted' : 'changed' }]
}
