// A tracker of our own making that can do everything a connection is asked for: rights, choices, items, messages.
import {
  bearer,
  type Choice,
  type Context,
  Failure,
  type HttpRequest,
  type Manifest,
  type Plugin,
  parseJson,
  type RemoteTask,
} from '@task-service/kit'

type Config = { url: string; project?: string }

const manifest: Manifest = {
  id: 'tracker',
  version: '1.0.0',
  displayName: 'Test tracker',
  category: 'issue-tracker',
  summary: 'Issues of a server that a test runs.',
  docsUrl: 'https://tracker.example/docs',
  config: [
    { name: 'url', label: 'Address', kind: 'url', required: true, placeholder: 'https://…' },
    { name: 'project', label: 'Project', kind: 'choice', required: false, discover: 'containers' },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'choice',
      required: false,
      default: 'issues',
      choices: [
        { value: 'issues', label: 'Issues' },
        { value: 'pulls', label: 'Pull requests' },
      ],
    },
    { name: 'closed', label: 'Closed ones too', kind: 'boolean', required: false },
    { name: 'days', label: 'Days', kind: 'number', required: false },
  ],
  secrets: [
    { name: 'token', label: 'Token', required: true, url: 'https://tracker.example/tokens' },
    { name: 'note', label: 'A second one', required: false },
    { name: 'webhook', label: 'Webhook secret', required: false, generated: true },
  ],
  capabilities: {
    pull: 'incremental',
    deletes: 'none',
    comments: 'readwrite',
    create: true,
    idempotentCreate: 'marker',
    optimisticLock: false,
    webhooks: 'automatic',
    textFormat: 'markdown',
    cursorResolutionMs: 1_000,
    overlapMs: 0,
  },
  fields: {
    title: { access: 'readwrite', remote: 'Subject', maxLength: 255 },
    description: { access: 'readwrite', remote: 'Text', lossy: 'Tables lose their borders.' },
    status: { access: 'readwrite', remote: 'Status' },
    priority: { access: 'read', remote: 'Priority' },
    assignee: { access: 'readwrite', remote: 'Assigned to' },
  },
  rateLimit: { concurrency: 4 },
  evidence: 'untested live',
  pollSeconds: 60,
}

async function ask(
  ctx: Context<Config>,
  path: string,
  more: Partial<HttpRequest> = {},
): Promise<unknown> {
  const response = await ctx.http.request({
    method: 'GET',
    url: `${ctx.config.url}${path}`,
    headers: { authorization: bearer(ctx.secret('token')) },
    ...more,
  })
  const facts = { vendorText: response.body }
  if (response.status === 401) throw new Failure('auth', 'The token is not accepted.', facts)
  if (response.status === 403) throw new Failure('forbidden', 'That is not allowed.', facts)
  if (response.status === 404) throw new Failure('not_found', 'There is no such thing.', facts)
  if (response.status === 429) throw new Failure('rate_limited', 'Slower.', { retryAfterMs: 7_000 })
  if (response.status >= 500) throw new Failure('transient', 'They have trouble.', facts)
  return response.status === 204 ? undefined : parseJson(response)
}

type Item = { id: string; title: string; status: string; priority: string; person: string | null }

const taskOf = (item: Item): RemoteTask => ({
  ref: { id: item.id },
  key: `#${item.id}`,
  url: `https://tracker.example/${item.id}`,
  version: '1',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  fields: {
    title: item.title,
    description: '',
    status: item.status,
    priority: item.priority,
    assignee: item.person,
  },
})

export const plugin: Plugin<Config, number> = {
  apiVersion: 1,
  describe: () => manifest,
  hosts: ({ url }) => [new URL(url).host],
  async testConnection(ctx) {
    const me = (await ask(ctx, '/me')) as {
      id: string
      name: string
      missing?: string[]
      items: Item[]
    }
    const [first] = me.items
    return {
      self: { id: me.id, name: me.name },
      server: { name: 'Tracker', version: '5.1' },
      missingScopes: me.missing ?? [],
      warnings: [],
      clockSkewMs: 12,
      sample: first ? { title: first.title, url: `https://tracker.example/${first.id}` } : null,
      total: me.items.length,
    }
  },
  discover: async (ctx, what) => (await ask(ctx, `/${what}`)) as Choice[],
  async *pull(ctx, cursor) {
    const items = (await ask(ctx, '/items')) as Item[]
    yield { kind: 'total', count: items.length }
    for (const item of items) yield { kind: 'upsert', task: taskOf(item) }
    yield { kind: 'checkpoint', cursor: (cursor ?? 0) + 1 }
  },
  fetchOne: async (ctx, { id }) => taskOf((await ask(ctx, `/items/${id}`)) as Item),
  push: async () => ({ ok: false, reason: 'gone', why: 'nothing is written in these tests' }),
  findByMarker: async () => null,
  webhook: {
    verify: ({ headers }) => ({
      kind: 'hmac',
      secret: 'webhook',
      hash: 'sha256',
      encoding: 'hex',
      signed: [{ text: `${headers['x-sent-at'] ?? ''}.` }, 'body'],
      presented: headers['x-signature'] ?? '',
      sentAt: Number(headers['x-sent-at']),
    }),
    parse({ body, headers }) {
      const { id } = JSON.parse(new TextDecoder().decode(body)) as { id: string }
      const deliveryId = headers['x-delivery']
      return {
        ...(deliveryId !== undefined && { deliveryId }),
        hints: [{ kind: 'changed', ref: { id } }],
      }
    },
    async register(ctx, url) {
      const made = await ask(ctx, '/hooks', {
        method: 'POST',
        body: { url, secret: '' },
        bodySecrets: [{ path: ['secret'], secret: ctx.secret('webhook') }],
      })
      return { id: (made as { id: string }).id, expiresAt: '2099-01-01T00:00:00.000Z' }
    },
    async unregister(ctx, id) {
      await ask(ctx, `/hooks/${id}`, { method: 'DELETE' })
    },
  },
}
