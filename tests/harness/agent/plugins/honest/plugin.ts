// A small integration that behaves: reads items from a list of pages and writes what it is given.
import {
  basic,
  bearer,
  type Context,
  Failure,
  type Manifest,
  type Plugin,
  parseJson,
  type RemoteTask,
  raw,
} from '@task-service/kit'

type Config = { url: string }

const manifest: Manifest = {
  id: 'honest',
  version: '1.0.0',
  displayName: 'Honest tracker',
  category: 'issue-tracker',
  summary: 'Keeps to the rules.',
  config: [{ name: 'url', label: 'Address', kind: 'url', required: true }],
  secrets: [
    { name: 'token', label: 'Token', required: true },
    { name: 'webhook', label: 'Webhook secret', required: false, generated: true },
  ],
  capabilities: {
    pull: 'incremental',
    deletes: 'none',
    comments: 'none',
    create: true,
    idempotentCreate: 'marker',
    optimisticLock: false,
    webhooks: 'automatic',
    textFormat: 'markdown',
    cursorResolutionMs: 1_000,
    overlapMs: 0,
  },
  fields: { title: { access: 'readwrite', remote: 'Subject' } },
  rateLimit: {
    concurrency: 4,
    headers: [{ remaining: 'x-left', reset: { header: 'x-reset', unit: 'seconds' } }],
  },
  evidence: 'untested live',
  pollSeconds: 60,
}

async function get(ctx: Context<Config>, path: string): Promise<unknown> {
  const response = await ctx.http.request({
    method: 'GET',
    url: `${ctx.config.url}${path}`,
    headers: { authorization: bearer(ctx.secret('token')) },
  })
  if (response.status === 401) throw new Failure('auth', 'The token is not accepted.')
  if (response.status === 429) throw new Failure('rate_limited', 'Slower.')
  return parseJson(response)
}

const taskOf = (id: string): RemoteTask => ({
  ref: { id },
  key: `#${id}`,
  url: `https://tracker.example/${id}`,
  version: '1',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  fields: { title: `Item ${id}` },
})

export const plugin: Plugin<Config, number> = {
  apiVersion: 1,
  describe: () => manifest,
  hosts: ({ url }) => [new URL(url).host],
  async testConnection(ctx) {
    const { id, name } = (await get(ctx, '/me')) as { id: string; name: string }
    ctx.log('asked who we are', { id })
    return { self: { id, name }, missingScopes: [], warnings: [] }
  },
  async discover(ctx, what) {
    return what === 'people' ? [{ id: '1', name: `at ${ctx.config.url}` }] : []
  },
  async *pull(ctx, cursor, { limit }) {
    for (let page = cursor ?? 0; ; page++) {
      const { ids, total } = (await get(ctx, `/items?page=${page}&limit=${limit}`)) as {
        ids: string[]
        total: number
      }
      yield { kind: 'total', count: total }
      for (const id of ids) yield { kind: 'upsert', task: taskOf(id) }
      yield { kind: 'checkpoint', cursor: page + 1 }
      if (ids.length === 0) return
    }
  },
  async fetchOne(ctx, { id }) {
    const found = (await get(ctx, `/items/${id}`)) as { id: string } | null
    return found ? taskOf(found.id) : { gone: true, why: 'it was deleted' }
  },
  async push(ctx, change, { marker }) {
    const response = await ctx.http.request({
      method: 'POST',
      url: `${ctx.config.url}/items`,
      headers: {
        authorization: basic('user', ctx.secret('token')),
        'x-key': raw(ctx.secret('token'), 'Key '),
      },
      body: { ...('fields' in change ? change.fields : {}), marker },
    })
    const { id } = parseJson(response) as { id: string }
    return { ok: true, ref: { id }, skipped: [] }
  },
  findByMarker: async (_, marker, madeSince) =>
    marker === 'none' ? null : { ...taskOf(marker), createdAt: madeSince.toISOString() },
  webhook: {
    verify: ({ headers }) => ({
      kind: 'hmac',
      secret: 'webhook',
      hash: 'sha256',
      encoding: 'hex',
      signed: ['body'],
      presented: headers['x-signature'] ?? '',
    }),
    parse: ({ body }) => ({
      hints: [{ kind: 'changed', ref: { id: new TextDecoder().decode(body) } }],
    }),
    async register(ctx, url) {
      const response = await ctx.http.request({
        method: 'POST',
        url: `${ctx.config.url}/hooks`,
        headers: { authorization: bearer(ctx.secret('token')) },
        body: { url, config: { secret: '' } },
        bodySecrets: [{ path: ['config', 'secret'], secret: ctx.secret('webhook') }],
      })
      return { id: String((parseJson(response) as { id: number }).id) }
    },
  },
}
