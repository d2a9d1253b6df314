// Mistakes in credentials, headers, paths and queries.
import { gzipSync } from 'node:zlib'
import {
  create,
  createRaw,
  get,
  type Mistake,
  patch,
  post,
  withHeaders,
  withQuery,
} from './mistake.ts'

const title = 'Call the supplier'
const json = JSON.stringify({ title })

/** The key in the header that the response names. */
const keyInHeader: Mistake['fix'] = (sent, reading, { key }) => {
  const [header = ''] = reading.says(/in the `([\w-]+)` header/)
  return withHeaders(sent, { authorization: null, [header.toLowerCase()]: key })
}

export const credentialMistakes: Mistake[] = [
  {
    name: 'sends no API key',
    send: () => withHeaders(get('/api/tasks'), { 'x-api-key': null }),
    fix: keyInHeader,
  },
  {
    name: 'sends the API key as Bearer',
    send: ({ key }) =>
      withHeaders(get('/api/tasks'), { 'x-api-key': null, authorization: `Bearer ${key}` }),
    fix(sent, reading, known) {
      reading.says(/not as `Authorization: Bearer`/)
      return keyInHeader(sent, reading, known)
    },
  },
  {
    name: 'sends the API key in the query',
    send: ({ key }) => withHeaders(get(`/api/ping?api_key=${key}`), { 'x-api-key': null }),
    fix: (sent, reading, known) =>
      keyInHeader(
        withQuery(sent, (query) => query.delete('api_key')),
        reading,
        known,
      ),
  },
  {
    name: 'uses the host of another tenant',
    send: ({ otherHost }) => withHeaders(get('/api/tasks'), { host: otherHost }),
    fix(sent, reading, { host }) {
      reading.says(/use the (host name) of the key’s tenant/)
      return withHeaders(sent, { host })
    },
  },
  {
    name: 'uses an API key where an agent token is needed',
    send: () => post('/agent/tasks/claim', {}),
    async fix(sent, reading, { call }) {
      const [scheme = ''] = reading.says(/`Authorization: (\w+) agt_…`/)
      const [path = ''] = reading.says(/Create one with `POST ([^`]+)`/)
      await call(post('/api/agents', { name: 'clerk' }))
      const { token } = (await call(post(path.replace('{agent}', 'clerk'), {}))).json()
      return withHeaders(sent, { 'x-api-key': null, authorization: `${scheme} ${String(token)}` })
    },
  },
]

export const headerMistakes: Mistake[] = [
  {
    name: 'sends no content type',
    send: () => createRaw(json, { 'content-type': null }),
    fix(sent, reading) {
      const [type = ''] = reading.says(/`Content-Type: ([\w/]+)`/)
      return withHeaders(sent, { 'content-type': type })
    },
  },
  {
    name: 'sends a form',
    send: () => createRaw('title=Call', { 'content-type': 'application/x-www-form-urlencoded' }),
    fix(sent, reading) {
      const [type = ''] = reading.says(/`Content-Type: (application\/json)`/)
      return withHeaders({ ...sent, raw: json }, { 'content-type': type })
    },
  },
  {
    name: 'compresses the body',
    send: () => createRaw(gzipSync(json), { 'content-encoding': 'gzip' }),
    fix(sent, reading) {
      reading.says(/Send the body (uncompressed)/)
      return withHeaders({ ...sent, raw: json }, { 'content-encoding': null })
    },
  },
  {
    name: 'sends a body with GET',
    send: () => ({ ...get('/api/tasks'), body: { limit: 5 } }),
    fix({ body: _body, ...sent }, reading) {
      reading.says(/Send the request (without one)/)
      return sent
    },
  },
  {
    name: 'sends If-Match without quotes',
    async send({ newTask }) {
      const { id } = await newTask()
      return withHeaders(patch(`/api/tasks/${id}`, { priority: 'high' }), { 'if-match': '1' })
    },
    fix: (sent, reading) =>
      withHeaders(sent, {
        'if-match': reading.at('if-match') && reading.example().replace(/\d+/, '1'),
      }),
  },
  {
    name: 'sends an outdated If-Match',
    async send({ newTask, call }) {
      const { id } = await newTask()
      await call(patch(`/api/tasks/${id}`, { priority: 'low' }))
      return withHeaders(patch(`/api/tasks/${id}`, { priority: 'high' }), { 'if-match': '"1"' })
    },
    fix(sent, reading) {
      const [version = ''] = reading.says(/current version of the task is (\d+)/)
      return withHeaders(sent, { 'if-match': `"${version}"` })
    },
  },
  {
    name: 'sends an Idempotency-Key with spaces',
    send: () => withHeaders(create({ title }), { 'idempotency-key': 'order 1881' }),
    fix(sent, reading) {
      reading.at('idempotency-key')
      reading.says(/printable ASCII characters (without spaces)/)
      return withHeaders(sent, { 'idempotency-key': 'order-1881' })
    },
  },
  {
    name: 'reuses an Idempotency-Key for another request',
    async send({ call }) {
      const first = withHeaders(create({ title }), { 'idempotency-key': 'monday' })
      await call(first)
      return { ...first, body: { title: 'Call the customer' } }
    },
    fix(sent, reading) {
      reading.says(/Use a (new key) for each distinct request/)
      return withHeaders(sent, { 'idempotency-key': 'tuesday' })
    },
  },
]

export const pathMistakes: Mistake[] = [
  ...['/api/task', '/api/v1/tasks', '/tasks', '/api/Tasks'].map(
    (path): Mistake => ({
      name: `requests ${path}`,
      send: () => get(path),
      fix: (sent, reading) => ({ ...sent, path: reading.suggestion() }),
    }),
  ),
  {
    name: 'replaces a task with PUT',
    async send({ newTask }) {
      const { id } = await newTask()
      return { method: 'PUT', path: `/api/tasks/${id}`, body: { priority: 'high' } }
    },
    fix(sent, reading) {
      const methods = reading.header('allow').split(', ')
      return { ...sent, method: methods.find((method) => method === 'PATCH') ?? '' }
    },
  },
  {
    name: 'requests a task by its bare number',
    async send({ newTask }) {
      return get(`/api/tasks/${(await newTask()).number}`)
    },
    fix({ path, ...sent }, reading) {
      const [letter = ''] = reading.says(/or number \((\w-)\d+\)/)
      return { ...sent, path: path.replace(/(?=\d+$)/, letter) }
    },
  },
  {
    name: 'does not encode a percent sign in a path',
    send: () => ({ method: 'PUT', path: '/api/tasks/by-ref/shop/100%', body: { title } }),
    fix({ path, ...sent }, reading) {
      const [escape = ''] = reading.says(/Encode % as (%25)/)
      return { ...sent, path: path.replace('%', escape) }
    },
  },
]

const drop =
  (name: string): Mistake['fix'] =>
  (sent) =>
    withQuery(sent, (query) => query.delete(name))

export const queryMistakes: Mistake[] = [
  {
    name: 'misspells a query parameter',
    send: () => get('/api/tasks?statuss=ready'),
    fix: (sent, reading) => ({
      ...sent,
      path: sent.path.replace('statuss', reading.suggestion('statuss')),
    }),
  },
  {
    name: 'sends a parameter to an endpoint without any',
    send: () => get('/api/ping?verbose=1'),
    fix(sent, reading, known) {
      reading.says(/takes (no query parameters)/)
      return drop('verbose')(sent, reading, known)
    },
  },
  {
    name: 'requests too many items',
    send: () => get('/api/tasks?limit=1000'),
    fix: (sent, reading) =>
      withQuery(sent, (query) =>
        query.set('limit', String(reading.at('limit') && reading.range()[1])),
      ),
  },
  {
    name: 'sends a word where a number belongs',
    send: () => get('/api/tasks?limit=ten'),
    fix(sent, reading) {
      reading.says(/query parameter limit: must be an (integer)/)
      return withQuery(sent, (query) => query.set('limit', '10'))
    },
  },
  {
    name: 'sends a parameter twice',
    send: () => get('/api/tasks?limit=5&limit=10'),
    fix(sent, reading) {
      reading.says(/limit: must be given only (once)/)
      return withQuery(sent, (query) => query.set('limit', '10'))
    },
  },
  {
    name: 'filters by a status that does not exist',
    send: () => get('/api/tasks?status=complete'),
    fix: (sent, reading) =>
      withQuery(sent, (query) => query.set('status', reading.suggestion('status/0'))),
  },
  {
    name: 'sorts by a misspelled field',
    send: () => get('/api/tasks?sort=-create_at'),
    fix: (sent, reading) =>
      withQuery(sent, (query) => query.set('sort', reading.suggestion('sort'))),
  },
  {
    name: 'sends yes for a boolean',
    send: () => get('/api/tasks?unassigned=yes'),
    fix(sent, reading) {
      const [yes = ''] = reading.says(/unassigned: must be (true) or false/)
      return withQuery(sent, (query) => query.set('unassigned', yes))
    },
  },
  {
    name: 'filters by a word in place of a date',
    send: () => get('/api/tasks?due_before=tomorrow'),
    fix: (sent, reading) =>
      withQuery(sent, (query) =>
        query.set('due_before', reading.at('due_before') && reading.example()),
      ),
  },
  {
    name: 'does not encode the plus sign of a time zone',
    send: () => get('/api/tasks?due_before=2026-11-15T09:30:00+01:00'),
    fix({ path, ...sent }, reading) {
      const [escape = ''] = reading.says(/Encode \+ as (%2B)/)
      return { ...sent, path: path.replace('+', escape) }
    },
  },
  {
    name: 'does not encode a percent sign in a search',
    send: () => get('/api/tasks?q=100%'),
    fix({ path, ...sent }, reading) {
      const [escape = ''] = reading.says(/query parameter q .* Encode % as (%25)/)
      return { ...sent, path: path.replace('%', escape) }
    },
  },
  {
    name: 'searches for nothing',
    send: () => get('/api/tasks?q='),
    fix(sent, reading, known) {
      reading.says(/query parameter q: must (not be empty)/)
      return drop('q')(sent, reading, known)
    },
  },
  {
    name: 'makes up a cursor',
    send: () => get('/api/tasks?cursor=2'),
    fix(sent, reading, known) {
      reading.says(/Start again (without a cursor)/)
      return drop('cursor')(sent, reading, known)
    },
  },
]
