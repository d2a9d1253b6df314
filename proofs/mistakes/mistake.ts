// A mistake of a client: the request that it sends, and how someone who sees only the response corrects it.
import type { Reading } from './read-response.ts'

export type Sent = {
  method: string
  path: string
  /** In addition to the API key and the type of a JSON body; null sends none. */
  headers?: Record<string, string | null>
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer
}

/** What the client knows without the response. */
export type Known = {
  url: string
  key: string
  host: string
  /** Another tenant of the installation, in which the key is not valid. */
  otherHost: string
  call: (sent: Sent) => Promise<{ status: number; json: () => Record<string, unknown> }>
  newTask: (fields?: object) => Promise<{ id: string; number: number; version: number }>
}

export type Mistake = {
  name: string
  send: (known: Known) => Sent | Promise<Sent>
  /** Whatever it takes from the response, it takes from `reading`, which fails if the response does not say it. */
  fix: (sent: Sent, reading: Reading, known: Known) => Sent | Promise<Sent>
}

export const get = (path: string): Sent => ({ method: 'GET', path })
export const post = (path: string, body: unknown): Sent => ({ method: 'POST', path, body })
export const patch = (path: string, body: unknown): Sent => ({ method: 'PATCH', path, body })
export const create = (body: unknown): Sent => post('/api/tasks', body)

export const createRaw = (raw: string | Buffer, headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  path: '/api/tasks',
  headers: { 'content-type': 'application/json', ...headers },
  raw,
})

export const withHeaders = (sent: Sent, headers: NonNullable<Sent['headers']>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
})

export const withQuery = (
  { path, ...sent }: Sent,
  change: (query: URLSearchParams) => void,
): Sent => {
  const [base = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  change(query)
  return { ...sent, path: query.size > 0 ? `${base}?${query.toString()}` : base }
}

type Container = Record<string, unknown>

/** Changes the value at a JSON pointer; undefined removes it. */
export function withValue(sent: Sent, pointer: string, change: (value: unknown) => unknown): Sent {
  const body = structuredClone(sent.body)
  const names = pointer.split('/').slice(1)
  const last = names.pop() ?? ''
  const parent = names.reduce<Container>((at, name) => at[name] as Container, body as Container) // as the pointer says
  const value = change(parent[last])
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return { ...sent, body }
}

/** Gives the field at the pointer another name. */
export function withName(sent: Sent, pointer: string, name: string): Sent {
  let value: unknown
  const removed = withValue(sent, pointer, (old) => void (value = old))
  return withValue(removed, pointer.replace(/[^/]*$/, name), () => value)
}
