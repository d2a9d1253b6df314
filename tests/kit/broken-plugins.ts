// Integrations with one fault each, and the test of the conformance suite that must find it.
import { createHash } from 'node:crypto'
import {
  Failure,
  type Plugin,
  type PullItem,
  type PushResult,
  type RemoteTask,
} from '@task-service/kit'

export type Broken = {
  what: string
  /** Begins the name of the test that must fail. */
  finds: string
  spoil: (plugin: Plugin, secrets: Readonly<Record<string, string>>) => Partial<Plugin>
}

type Spoiler = (task: RemoteTask) => RemoteTask

/** Changes every task that leaves the integration. */
const spoilTasks = (plugin: Plugin, spoil: Spoiler): Partial<Plugin> => ({
  pull: (...args) =>
    mapItems(plugin.pull(...args), (item) =>
      item.kind === 'upsert' ? { ...item, task: spoil(item.task) } : item,
    ),
  async fetchOne(...args) {
    const found = await plugin.fetchOne(...args)
    return 'gone' in found ? found : spoil(found)
  },
})

async function* mapItems(
  items: AsyncIterable<PullItem>,
  change: (item: PullItem, at: number) => PullItem | undefined,
): AsyncGenerator<PullItem> {
  let at = 0
  for await (const item of items) {
    const changed = change(item, at)
    at += 1
    if (changed !== undefined) yield changed
  }
}

const spoilFailures = (plugin: Plugin, spoil: (failure: Failure) => Failure): Partial<Plugin> => ({
  testConnection: (...args) =>
    plugin.testConnection(...args).catch((error) => rethrow(error, spoil)),
  push: (...args) => plugin.push(...args).catch((error) => rethrow(error, spoil)),
})

function rethrow(error: unknown, spoil: (failure: Failure) => Failure): never {
  throw error instanceof Failure ? spoil(error) : error
}

const spoilResult = (
  plugin: Plugin,
  spoil: (result: PushResult) => PushResult,
): Partial<Plugin> => ({
  push: async (...args) => spoil(await plugin.push(...args)),
})

const digestOfNothing = createHash('sha256').update('').digest('hex')

export const brokenPlugins: Broken[] = [
  {
    what: 'a version that is only the time',
    finds: 'differs after every change',
    spoil: (plugin) => spoilTasks(plugin, (task) => ({ ...task, version: task.updatedAt })),
  },
  {
    what: 'edits that look alike within a second',
    finds: 'brings a new item and its change',
    spoil: (plugin) => spoilTasks(plugin, (task) => ({ ...task, version: task.ref.id })),
  },
  {
    what: 'an item of a later page left out',
    finds: 'loses nothing when items change',
    spoil(plugin) {
      const pull: Plugin['pull'] = (...args) => {
        let pages = 0
        return mapItems(plugin.pull(...args), (item) => {
          if (item.kind === 'checkpoint') pages += 1
          return item.kind === 'upsert' && pages > 0 ? undefined : item
        })
      }
      return { pull }
    },
  },
  {
    what: 'a checkpoint that promises what was not read',
    finds: 'resumes from any checkpoint',
    spoil(plugin) {
      return {
        async *pull(...args) {
          const items = await Array.fromAsync(plugin.pull(...args))
          const last = items.at(-1)
          for (const item of items) yield item.kind === 'checkpoint' && last ? last : item
        },
      }
    },
  },
  {
    what: 'no checkpoint at the end',
    finds: 'ends with a checkpoint',
    spoil: (plugin) => ({
      pull: (...args) =>
        mapItems(plugin.pull(...args), (item) => (item.kind === 'checkpoint' ? undefined : item)),
    }),
  },
  {
    what: 'a sweep that reads only what is new',
    finds: 'in full, brings everything',
    spoil: (plugin) => ({
      pull: (ctx, cursor, options) => plugin.pull(ctx, cursor, { ...options, full: false }),
    }),
  },
  {
    what: 'comments that are not read',
    finds: 'gives the comments in order',
    spoil: (plugin) => spoilTasks(plugin, (task) => ({ ...task, comments: [] })),
  },
  {
    what: 'a deleted item that is still there',
    finds: 'says that a deleted item is gone',
    spoil(plugin) {
      const known = new Map<string, RemoteTask>()
      return {
        async fetchOne(ctx, ref) {
          const found = await plugin.fetchOne(ctx, ref)
          if (!('gone' in found)) known.set(ref.id, found)
          return known.get(ref.id) ?? [...known.values()][0] ?? { ...emptyTask, ref }
        },
      }
    },
  },
  {
    what: 'a mark that people see',
    finds: 'creates an item with an invisible marker',
    spoil: (plugin) =>
      spoilTasks(plugin, (task) => ({
        ...task,
        fields: { ...task.fields, description: task.rawDescription ?? `${task.marker}` },
      })),
  },
  {
    what: 'a mark that is not found again',
    finds: 'finds what it made when the answer was lost',
    spoil: () => ({ findByMarker: async () => null }),
  },
  {
    what: 'a lost response reported as if nothing was done',
    finds: 'finds what it made when the answer was lost',
    spoil: (plugin) => spoilFailures(plugin, ({ kind, message }) => new Failure(kind, message)),
  },
  {
    what: 'fields that are dropped in silence',
    finds: 'says which fields it cannot write',
    spoil: (plugin) =>
      spoilResult(plugin, (result) => (result.ok ? { ...result, skipped: [] } : result)),
  },
  {
    what: 'a text that is written along with the title',
    finds: 'writes what is named',
    spoil: (plugin) => ({
      push: (ctx, change, options) =>
        change.kind === 'update'
          ? plugin.push(
              ctx,
              { ...change, fields: { description: 'Ours.', ...change.fields } },
              options,
            )
          : plugin.push(ctx, change, options),
    }),
  },
  {
    what: 'a text that grows each time',
    finds: 'of every kind are the same',
    spoil: (plugin) =>
      spoilTasks(plugin, (task) => ({
        ...task,
        fields: { ...task.fields, description: `${task.fields.description ?? ''}.` },
      })),
  },
  {
    what: 'every refusal as something to try again',
    finds: '401 is understood',
    spoil: (plugin) => spoilFailures(plugin, ({ message }) => new Failure('transient', message)),
  },
  {
    what: 'a refusal without the vendor’s words',
    finds: '422 is understood',
    spoil: (plugin) => spoilFailures(plugin, ({ kind, message }) => new Failure(kind, message)),
  },
  {
    what: 'a limit without an end',
    finds: '429 with Retry-After in seconds',
    spoil: (plugin) => spoilFailures(plugin, ({ kind, message }) => new Failure(kind, message)),
  },
  {
    what: 'a signature over nothing',
    finds: 'a forged one is refused',
    spoil: ({ webhook }) => ({
      webhook: {
        parse: () => ({ hints: [] }),
        ...webhook,
        verify: () => ({
          kind: 'hash',
          secret: 'webhook_secret',
          hash: 'sha256',
          encoding: 'hex',
          signed: [],
          presented: digestOfNothing,
        }),
      },
    }),
  },
  {
    what: 'a hint that carries what the message says',
    finds: 'in any order they say the same',
    spoil: ({ webhook }) => ({
      webhook: {
        verify: () => ({ kind: 'refuse', why: '' }),
        ...webhook,
        parse: (request) => {
          const parsed = webhook?.parse(request) ?? { hints: [] }
          return {
            ...parsed,
            hints: parsed.hints.map((hint) => ({ ...hint, title: 'From outside' })),
          }
        },
      },
    }),
  },
  {
    what: 'an abort signal that is ignored',
    finds: 'ends when it is aborted',
    spoil: (plugin) => ({
      async *pull(...args) {
        try {
          yield* plugin.pull(...args)
        } catch {
          yield { kind: 'checkpoint', cursor: null }
        }
      },
    }),
  },
  {
    what: 'something remembered from an earlier call',
    finds: 'remembers nothing',
    spoil(plugin) {
      let calls = 0
      return spoilTasks(plugin, (task) => ({ ...task, version: `${task.version}.${(calls += 1)}` }))
    },
  },
  {
    what: 'a secret in the address',
    finds: 'holds no secret',
    spoil: (plugin, secrets) => ({
      async testConnection(ctx) {
        const { token = '' } = secrets
        await ctx.http.request({ method: 'GET', url: `${ctx.config['base_url']}/?token=${token}` })
        return await plugin.testConnection(ctx)
      },
    }),
  },
  {
    what: 'a request to an undeclared host',
    finds: 'asks no host but those',
    spoil: (plugin) => ({
      async testConnection(ctx) {
        const elsewhere = { method: 'GET' as const, url: 'http://collector.example/' }
        await ctx.http.request(elsewhere).catch(() => {})
        return await plugin.testConnection(ctx)
      },
    }),
  },
]

const emptyTask = {
  key: '',
  url: '',
  version: '',
  createdAt: '',
  updatedAt: '',
  fields: {},
}
