// Messages from GitHub: signed with the secret of the hook, about issues and their comments.
import type { Hint, Parsed, WebhookSide } from '@task-service/kit'
import { call, getAll, readVendorText, readWritten, toFailure } from './call.ts'
import { type Context, readPerson, type User } from './wire.ts'

type Message = {
  action?: string
  issue?: { number?: number; pull_request?: object } | null
  sender?: User
}

type Hook = { id: number; config: { url?: string } }

const events = ['issues', 'issue_comment']

export const webhook: WebhookSide<Context> = {
  verify({ headers }) {
    const presented = /^sha256=([0-9a-f]{64})$/.exec(headers['x-hub-signature-256'] ?? '')?.[1]
    if (presented === undefined)
      return { kind: 'refuse', why: 'the X-Hub-Signature-256 header is missing' }
    return {
      kind: 'hmac',
      secret: 'webhook_secret',
      hash: 'sha256',
      encoding: 'hex',
      signed: ['body'],
      presented,
    }
  },

  parse({ headers, body }) {
    const deliveryId = headers['x-github-delivery']
    const parsed: Parsed = { ...(deliveryId !== undefined && { deliveryId }), hints: [] }
    if (!events.includes(headers['x-github-event'] ?? '')) return parsed
    const hint = readHint(readMessage(new TextDecoder().decode(body)), headers['x-github-event'])
    return hint === undefined ? parsed : { ...parsed, hints: [hint] }
  },

  async register(ctx, url) {
    const settings = {
      active: true,
      events,
      config: { url, content_type: 'json', insecure_ssl: '0' },
    }
    const bodySecrets = [{ path: ['config', 'secret'], secret: ctx.secret('webhook_secret') }]
    const body = { name: 'web', ...settings }
    const made = await call(ctx, { method: 'POST', to: '/hooks', body, bodySecrets, expect: [422] })
    if (made.status !== 422) return { id: String((readWritten(made) as Hook).id) }
    // A try before this one made it and never heard so.
    const hooks = await getAll<Hook>(ctx, '/hooks?per_page=100')
    const known = hooks.find(({ config }) => config.url === url)
    if (known === undefined) throw toFailure(ctx, made, true)
    ctx.log('the webhook already exists', { said: readVendorText(made) })
    await call(ctx, { method: 'PATCH', to: `/hooks/${known.id}`, body: settings, bodySecrets })
    return { id: String(known.id) }
  },

  async unregister(ctx, id) {
    await call(ctx, { method: 'DELETE', to: `/hooks/${id}`, expect: [404] })
  },
}

/** Hooks that were created manually send a form by default. A body that cannot be parsed carries no hint. */
function readMessage(text: string): Message {
  const json = text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text
  try {
    const message: unknown = JSON.parse(json)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}

function readHint({ action, issue, sender }: Message, event?: string): Hint | undefined {
  if (typeof issue?.number !== 'number' || issue.pull_request !== undefined) return undefined
  // Where an issue went to is none of ours.
  const isEnd = event === 'issues' && (action === 'deleted' || action === 'transferred')
  return {
    ref: { id: String(issue.number) },
    kind: isEnd ? 'deleted' : 'changed',
    ...(sender !== undefined && { actor: readPerson(sender) }),
  }
}
