// A model of the vendor for the tests. The vendor's own server, or a model of its API description, is better.
import type { Person, RemoteRef } from '@task-service/kit'
import {
  type Backend,
  createVendorFaults,
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '@task-service/kit/testing'
import { type Comment, type Item, statuses } from '../wire.ts'

const TOKEN = 'example-token-1'
type Row = Item & { change: number }
type Words = Partial<Pick<Item, 'title' | 'text' | 'state'>> & { client_id?: string }

export function createBackend(): Backend {
  const store = createItemStore()
  let server: Awaited<ReturnType<typeof startVendorServer>> | undefined
  const origin = () => server?.origin ?? 'https://example.company.com'
  return {
    name: 'a model of Example',
    example: { config: { base_url: 'https://example.company.com' } },
    async start() {
      const faults = createVendorFaults()
      server = await startVendorServer({
        port: 0,
        controls: {},
        faults,
        requests: [],
        answer: (request) => answer(store, request),
      })
    },
    stop: async () => server?.close(),
    config: () => ({ base_url: origin() }),
    secrets: () => ({ token: TOKEN }),
    otherUser: {
      create: async ({ title, description }) => ({
        id: store.make({ title, text: description ?? '' }).id,
      }),
      edit: async (ref, { title, description }) =>
        void store.change(ref.id, {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { text: description }),
        }),
      comment: async (ref, body) => void store.comment(ref.id, body, { id: '2', name: 'Ada' }),
      close: async (ref) => void store.change(ref.id, { state: 'closed' }),
      reopen: async (ref) => void store.change(ref.id, { state: 'open' }),
      remove: async (ref) => store.remove(ref.id),
    },
    read: async (ref: RemoteRef) => {
      const row = store.find(ref.id)
      if (!row) return 'gone'
      return {
        title: row.title,
        description: row.text,
        closed: row.state === 'closed',
        comments: row.comments.map(({ body }) => body),
      }
    },
    count: async () => store.size(),
  }
}

/** Its items, in the order of their last change. */
function createItemStore() {
  const rows = new Map<string, Row>()
  let changes = 0
  let made = 0
  const touch = (row: Omit<Row, 'change' | 'updated_at' | 'version'>, version: number): Row => {
    const touched = { ...row, version, updated_at: new Date().toISOString(), change: ++changes }
    rows.set(row.id, touched)
    return touched
  }
  return {
    find: (id: string) => rows.get(id),
    findMade: (client_id: string | undefined) =>
      [...rows.values()].find((row) => client_id !== undefined && row.client_id === client_id),
    list: (after: number) =>
      [...rows.values()]
        .filter(({ change }) => change > after)
        .toSorted((a, b) => a.change - b.change),
    make(words: Words): Row {
      const id = String(++made)
      const created_at = new Date().toISOString()
      const empty = { id, title: '', text: '', state: 'open', created_at, comments: [] }
      return touch({ ...empty, ...words }, 1)
    },
    change(id: string, words: Words): Row | undefined {
      const row = rows.get(id)
      return row && touch({ ...row, ...words }, row.version + 1)
    },
    comment(id: string, body: string, author: Person, client_id?: string): Comment | undefined {
      const row = rows.get(id)
      const known = row?.comments.find(
        (one) => client_id !== undefined && one.client_id === client_id,
      )
      if (!row || known) return known
      const client = client_id !== undefined && { client_id }
      const created_at = new Date().toISOString()
      const written = {
        id: `${id}-${row.comments.length + 1}`,
        body,
        author,
        created_at,
        ...client,
      }
      touch({ ...row, comments: [...row.comments, written] }, row.version + 1)
      return written
    },
    remove: (id: string) => void rows.delete(id),
    size: () => rows.size,
  }
}

type ItemStore = ReturnType<typeof createItemStore>

const us: Person = { id: '1', name: 'Integration' }
const notThere: VendorAnswer = { status: 404, body: { message: 'no such item' } }

/** What the vendor would say. */
function answer(store: ItemStore, request: VendorRequest): VendorAnswer {
  const { method, url, headers, text } = request
  if (headers.authorization !== `Bearer ${TOKEN}`) {
    return { status: 401, body: { message: 'the token is not known' } }
  }
  const { pathname, searchParams } = url
  if (pathname === '/api/me') return { status: 200, body: us }
  if (pathname === '/api/changes') {
    const [after, limit] = [searchParams.get('after') ?? 0, searchParams.get('limit')].map(Number)
    return list(store, after ?? 0, limit ?? 100)
  }
  const [, id = '', comments] = /^\/api\/items\/([^/]+)(\/comments)?$/.exec(pathname) ?? []
  const row = store.find(id)
  if (method === 'GET') return row ? { status: 200, body: row } : notThere
  const words = JSON.parse(text) as Words & { body?: string; version?: number } // the integration wrote it
  if (comments && row) {
    return { status: 201, body: store.comment(id, words.body ?? '', us, words.client_id) }
  }
  return write(store, pathname === '/api/items' ? 'new' : row, words)
}

function write(
  store: ItemStore,
  row: Row | 'new' | undefined,
  { version, ...words }: Words & { version?: number },
): VendorAnswer {
  if (!row) return notThere
  if (words.state !== undefined && !statuses.some(({ id }) => id === words.state)) {
    return { status: 422, body: { message: 'no such state' } }
  }
  if (row === 'new') {
    return { status: 201, body: store.findMade(words.client_id) ?? store.make(words) }
  }
  if (version !== undefined && version !== row.version) return { status: 409, body: row }
  return { status: 200, body: store.change(row.id, words) }
}

function list(store: ItemStore, after: number, limit: number): VendorAnswer {
  const changed = store.list(after)
  const items = changed.slice(0, limit)
  const next = String(items.at(-1)?.change ?? after)
  return { status: 200, body: { items, next, left: changed.length } }
}
