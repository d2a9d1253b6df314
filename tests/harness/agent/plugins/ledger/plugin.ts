// A small integration that works through connectors, tries to ask one that it was not given, and can fall silent.
import type { Context, Manifest, Plugin, RemoteTask } from '@task-service/kit'

type Config = { connector: string; other?: string }

const manifest: Manifest = {
  id: 'ledger',
  version: '1.0.0',
  displayName: 'Ledger',
  category: 'database',
  summary: 'Rows behind a connector.',
  config: [
    { name: 'connector', label: 'Connector', kind: 'connector', required: true },
    { name: 'other', label: 'Something else', kind: 'text', required: false },
  ],
  secrets: [],
  capabilities: {
    pull: 'full',
    deletes: 'sweep',
    comments: 'none',
    create: false,
    idempotentCreate: 'none',
    optimisticLock: false,
    webhooks: 'none',
    textFormat: 'plain',
    cursorResolutionMs: 0,
    overlapMs: 0,
    edge: true,
  },
  fields: { title: { access: 'read', remote: 'title' } },
  rateLimit: { concurrency: 1 },
  evidence: 'untested live',
  pollSeconds: 60,
}

function edgeOf({ edge }: Context<Config>) {
  if (!edge) throw new Error('there is no way to connectors')
  return edge
}

/** With `other` it asks for more than people entered. */
const connectorOf = ({ config }: Context<Config>): string => config.other ?? config.connector

/** A row of this id is never done with. */
const ENDLESS = 'endless'

const taskOf = (id: string): RemoteTask => ({
  ref: { id },
  key: id,
  url: '',
  version: '1',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  fields: { title: id },
})

export const plugin: Plugin<Config, number> = {
  apiVersion: 1,
  describe: () => manifest,
  hosts: () => [],
  async testConnection(ctx) {
    const [first] = await edgeOf(ctx).statements(connectorOf(ctx))
    const name = first?.name ?? ''
    return { self: { id: '1', name }, missingScopes: [], warnings: [] }
  },
  discover: async () => [],
  async *pull(ctx) {
    const { rows } = await edgeOf(ctx).run({
      connector: connectorOf(ctx),
      database: 'books',
      statement: 'all',
      params: {},
    })
    if (rows[0]?.[0] === ENDLESS) await new Promise(() => undefined)
    for (const [id] of rows) yield { kind: 'upsert', task: taskOf(JSON.stringify(id)) }
    yield { kind: 'checkpoint', cursor: 1 }
  },
  fetchOne: async (_, { id }) => taskOf(id),
  async push(ctx, change, { marker }) {
    const params = change.kind === 'update' ? (change.fields.custom ?? {}) : {}
    const request = { database: 'books', statement: 'close', params, key: marker }
    await edgeOf(ctx).run({ connector: connectorOf(ctx), ...request })
    return { ok: true, ref: { id: '1' }, skipped: [] }
  },
}
