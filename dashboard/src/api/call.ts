// One way to the server: an operation of the contract by name, typed by it, below the mount of the dashboard.
import type {
  BodyOf,
  Operations,
  ParamsOf,
  QueryOf,
  ReplyOf,
  UiOperations,
} from '@task-service/contract'
import { Problem, readProblem } from './problem.ts'
import { routes } from './routes.gen.ts'

/** Those of the API, and the few about people that only the dashboard has. */
type Known = Operations & UiOperations
export type KnownId = keyof Known & keyof typeof routes

type Given<Name extends string, T> = [T] extends [undefined] ? unknown : { [N in Name]: T }

export type Request<Id extends KnownId> = Given<'params', ParamsOf<Known[Id]>> &
  Given<'body', BodyOf<Known[Id]>> & {
    query?: QueryOf<Known[Id]>
    /** Of an upload. */
    file?: Blob
    /** Version the change is based on (If-Match). */
    ifMatch?: string
    idempotencyKey?: string
    signal?: AbortSignal
  }

/** `fetch` handles 304 itself, so only responses that never have a body have none here. */
type Present<T> = [NonNullable<T>] extends [never] ? null : NonNullable<T>

export type Reply<Id extends KnownId> = {
  body: Present<Extract<ReplyOf<Known[Id]>, { body: unknown }>['body']>
  etag: string | null
}

/** `…/ui/`, wherever the service is mounted; the server writes it into the page. */
export const uiBase = new URL(document.baseURI)

export function addressOf(path: string): string {
  return new URL(`api${path}`, uiBase).href
}

export async function call<Id extends KnownId>(id: Id, request: Request<Id>): Promise<Reply<Id>> {
  const loose = request as LooseRequest // the same object, seen without its operation
  const [method, path] = routes[id]
  const response = await send(method, address(path, loose), loose)
  const etag = response.headers.get('etag')
  const body = response.status === 204 ? null : await response.json()
  return { body, etag }
}

type LooseRequest = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
  ifMatch?: string
  idempotencyKey?: string
  signal?: AbortSignal
}

function address(path: string, { params = {}, query = {} }: LooseRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return addressOf(search.size > 0 ? `${filled}?${search}` : filled)
}

async function send(method: string, url: string, request: LooseRequest): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', 'x-ts-csrf': '1' }
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  if (request.file) headers['content-type'] = request.file.type || 'application/octet-stream'
  if (request.ifMatch !== undefined) headers['if-match'] = request.ifMatch
  if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.file && { body: request.file }),
      ...(request.signal && { signal: request.signal }),
    })
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new Problem({
      code: 'offline',
      status: 0,
      title: 'No response',
      detail: 'Can’t reach the server.',
    })
  }
  if (!response.ok) throw await readProblem(response)
  return response
}
