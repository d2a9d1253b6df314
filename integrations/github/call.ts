// One request to GitHub: the headers it requires, and what its error responses mean.
import {
  bearer,
  Failure,
  type HttpRequest,
  type HttpResponse,
  parseJson,
  refusal,
} from '@task-service/kit'
import { manifest } from './manifest.ts'
import type { Context } from './wire.ts'

type Call = Pick<HttpRequest, 'body' | 'bodySecrets'> & {
  method?: HttpRequest['method']
  /** Below the repository, or a whole address that GitHub gave. */
  to: string
  /** Statuses that mean something to the caller. */
  expect?: number[]
  /** What was read before; the answer is 304, and costs nothing, while it is still so. */
  etag?: string
}

const base = ({ config }: Context): string => config.base_url.replace(/\/+$/, '')

export const userPath = (ctx: Context): string => `${base(ctx)}/user`

export const repositoryPath = (ctx: Context): string => {
  const { owner, repo } = ctx.config
  return `${base(ctx)}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`
}

export async function call(
  ctx: Context,
  { method = 'GET', to, expect = [], etag, ...more }: Call,
): Promise<HttpResponse> {
  const response = await ctx.http.request({
    method,
    url: to.startsWith('/') ? `${repositoryPath(ctx)}${to}` : to,
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'task-service',
      'x-github-api-version': '2022-11-28',
      authorization: bearer(ctx.secret('token')),
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
    ...more,
  })
  const isFine = response.status >= 200 && response.status < 300
  if (!isFine && !expect.includes(response.status)) {
    throw toFailure(ctx, response, method !== 'GET')
  }
  return response
}

export async function get<T>(ctx: Context, to: string): Promise<T> {
  return parseJson(await call(ctx, { to })) as T // the shape is GitHub's promise
}

/** The answer to a write that was carried out; half an answer leaves open which of them. */
export function readWritten(response: HttpResponse): unknown {
  try {
    return parseJson(response)
  } catch {
    const text = 'GitHub accepted the change, but its response was incomplete.'
    throw new Failure('transient', text, { maybeDone: true })
  }
}

/** All pages, by the links that GitHub returns: clients must not build them. */
export async function* getPages<T>(ctx: Context, to: string): AsyncGenerator<Page<T>> {
  for (let next: string | undefined = to; next !== undefined; ) {
    const page: Page<T> = await getPage(ctx, next)
    yield page
    next = page.next
  }
}

export async function getAll<T>(ctx: Context, to: string): Promise<T[]> {
  const all: T[] = []
  for await (const { rows } of getPages<T>(ctx, to)) all.push(...rows)
  return all
}

export type Page<T> = { rows: T[]; next?: string; lastPage?: number; at: string; etag?: string }

/** With the mark of what was read before, nothing when that is still all. */
export async function getPage<T>(ctx: Context, to: string, known?: string): Promise<Page<T>> {
  const response = await call(ctx, {
    to,
    ...(known !== undefined && { etag: known, expect: [304] }),
  })
  const rows = response.status === 304 ? [] : parseJson(response)
  if (!Array.isArray(rows))
    throw new Failure('protocol', 'GitHub returned an unexpected response: expected a list.')
  const { link = '', date, etag } = response.headers
  const next = findLink(link, 'next')
  const last = new URLSearchParams(findLink(link, 'last')?.split('?')[1]).get('page')
  return {
    rows,
    at: toSeconds(date === undefined ? ctx.now() : new Date(date)),
    ...(next !== undefined && { next }),
    ...(etag !== undefined && { etag }),
    ...(last !== null && { lastPage: Number(last) }),
  }
}

export const findLink = (header: string, rel: string): string | undefined =>
  header
    .split(',')
    .map((part) => /<([^>]+)>;.*rel="(\w+)"/.exec(part))
    .find((match) => match?.[2] === rel)?.[1]

export const toSeconds = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

type ErrorBody = {
  message?: string
  errors?: (string | { message?: string; field?: string; code?: string })[]
}

/** What GitHub says, in one line. */
export function readVendorText({ body }: HttpResponse): string {
  const { message = '', errors = [] } = parseErrorBody(body)
  const details = errors.map((error) => {
    if (typeof error === 'string') return error
    return error.message ?? `${error.field ?? ''} ${error.code ?? ''}`.trim()
  })
  return [message, ...details].filter((part) => part !== '').join('; ')
}

function parseErrorBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** "Wait for at least one minute before retrying", where no header says how long. */
const secondaryWaitMs = 60_000

export function toFailure(ctx: Context, response: HttpResponse, write: boolean): Failure {
  const { status, headers } = response
  const vendorText = readVendorText(response)
  const fix = findFix(status, headers['x-accepted-github-permissions'])
  if ([301, 302, 307, 308].includes(status)) {
    return new Failure('not_found', 'The repository was moved or renamed.', { vendorText, fix })
  }
  const { headers: limits = [] } = manifest.rateLimit
  const failure = refusal(response, { now: ctx.now(), vendorText, fix, write, limits })
  // The second limit may come without any header.
  return failure.kind === 'forbidden' && /secondary rate limit/i.test(vendorText)
    ? new Failure('rate_limited', failure.message, { vendorText, retryAfterMs: secondaryWaitMs })
    : failure
}

function findFix(status: number, wanted = 'Issues'): string {
  if (status === 401) return 'Create a new personal access token and enter it.'
  if (status === 403) return `Grant the token the permission ${wanted} for this repository.`
  if (status < 400) return 'Enter the new owner and name of the repository.'
  return 'Check the owner and the repository, that the token has access to it, and that issues are enabled.'
}
