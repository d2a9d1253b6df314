// Messages of Redmine 7 and newer: signed with a secret that people enter there, about one issue each.
import {
  fingerprint,
  type Hint,
  type Parsed,
  type RawRequest,
  type Verification,
} from '@task-service/kit'
import type { Issue, Journal } from './wire.ts'

const header = 'x-redmine-signature-256'
const prefix = 'sha256='

export function verify({ headers }: Omit<RawRequest, 'body'>): Verification {
  const presented = headers[header]
  if (presented === undefined) return { kind: 'refuse', why: `the ${header} header is missing` }
  if (!presented.startsWith(prefix))
    return { kind: 'refuse', why: `the ${header} header is not a SHA-256 signature` }
  return {
    kind: 'hmac',
    secret: 'webhook_secret',
    hash: 'sha256',
    encoding: 'hex',
    signed: ['body'],
    presented: presented.slice(prefix.length),
  }
}

type Message = {
  type?: string
  data?: { issue?: Partial<Issue>; journal?: Journal }
}

/** Messages about other things than issues carry no hint. Redmine gives them no id; the same bytes are the same message. */
export function parse({ body }: RawRequest): Parsed {
  const text = new TextDecoder().decode(body)
  const deliveryId = fingerprint(text)
  const message = readMessage(text)
  const { issue, journal } = message.data ?? {}
  if (!message.type?.startsWith('issue.') || issue?.id === undefined)
    return { deliveryId, hints: [] }
  const user = journal?.user
  const hint: Hint = {
    ref: {
      id: String(issue.id),
      ...(issue.created_on !== undefined && { createdAt: issue.created_on }),
    },
    kind: message.type === 'issue.deleted' ? 'deleted' : 'changed',
    ...(user !== undefined && { actor: { id: String(user.id), name: user.name } }),
  }
  return { deliveryId, hints: [hint] }
}

function readMessage(text: string): Message {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}
