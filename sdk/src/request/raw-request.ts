// A request to a path, for what the generated methods do not have.
import type { Route } from './transport.ts'

export interface RawRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, or below `/agent` with an agent token. The prefix can be present, and a query, too. */
  path: string
  query?: Record<string, unknown> | undefined
  /** Sent as JSON. */
  body?: unknown
}

type RawRoute = { route: Route; query: Record<string, string[]> }

/** A `POST` is retried like a claim, unless it has an idempotency key. */
export function routeOf({ method, path }: RawRequest, isAgent: boolean, hasKey: boolean): RawRoute {
  const prefix = isAgent ? '/agent' : '/api'
  // Resolves dot segments, so that nothing outside of the prefix is requested.
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://host')
  const inside = url.pathname.startsWith(`${prefix}/`)
    ? url.pathname.slice(prefix.length)
    : url.pathname
  const query: Record<string, string[]> = {}
  for (const [name, value] of url.searchParams) (query[name] ??= []).push(value)
  const retry = method !== 'POST' ? 'safe' : hasKey ? 'key' : 'rejected'
  // What looks like a parameter is encoded.
  const escaped = inside.replaceAll('{', '%7B').replaceAll('}', '%7D')
  return { route: { id: `${method} ${path}`, method, path: escaped, retry, agent: true }, query }
}
