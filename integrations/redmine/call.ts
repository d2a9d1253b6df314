// One request to Redmine: its key, its refusals, its lists.
import { Failure, type HttpResponse, type Json, parseJson, raw, refusal } from '@task-service/kit'
import { type Context, type Issue, rootOf } from './wire.ts'

type Call = {
  method?: 'GET' | 'POST' | 'PUT'
  /** Below the address of Redmine. */
  path: string
  body?: Json
  /** Statuses that mean something to the caller. */
  expect?: number[]
}

export const pageLimit = 100

export async function call(
  ctx: Context,
  { method = 'GET', path, body, expect = [] }: Call,
): Promise<HttpResponse> {
  ctx.signal.throwIfAborted()
  const response = await ctx.http.request({
    method,
    url: `${rootOf(ctx.config)}${path}`,
    headers: { 'x-redmine-api-key': raw(ctx.secret('api_key')), accept: 'application/json' },
    ...(body !== undefined && { body }),
  })
  const isFine = response.status >= 200 && response.status < 300
  if (isFine || expect.includes(response.status)) return response
  throw toFailure(ctx, response, method !== 'GET')
}

export async function get<T>(ctx: Context, path: string): Promise<T> {
  return parseJson(await call(ctx, { path })) as T // the shape is Redmine's promise
}

export const projectPath = ({ config }: Context): string =>
  `/projects/${encodeURIComponent(config.project)}.json`

export type IssuePage = { issues: Issue[]; total_count: number }

/** Of the project alone, open and closed. */
export async function getIssues(
  ctx: Context,
  filter: Record<string, string>,
  limit: number,
): Promise<IssuePage> {
  const query = new URLSearchParams({
    project_id: ctx.config.project,
    subproject_id: '!*',
    status_id: '*',
    limit: String(Math.min(limit, pageLimit)),
    ...filter,
  })
  const page = await get<Partial<IssuePage>>(ctx, `/issues.json?${query.toString()}`)
  const { issues, total_count } = page
  if (!Array.isArray(issues) || typeof total_count !== 'number') {
    throw new Failure(
      'protocol',
      'Redmine returned an unexpected response: expected a list of issues.',
    )
  }
  return { issues, total_count }
}

/** All rows of a list that has pages. */
export async function getAll<T>(ctx: Context, path: string, name: string): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const query = new URLSearchParams({ limit: String(pageLimit), offset: String(all.length) })
    const page = await get<Record<string, unknown>>(ctx, `${path}?${query.toString()}`)
    const rows = page[name]
    if (!Array.isArray(rows))
      throw new Failure(
        'protocol',
        `Redmine returned an unexpected response: expected a list of ${name}.`,
      )
    all.push(...rows)
    if (rows.length === 0 || all.length >= Number(page['total_count'] ?? all.length)) return all
  }
}

function toFailure(ctx: Context, response: HttpResponse, write: boolean): Failure {
  const { status, headers } = response
  const fix = fixes[status]
  const vendorText = readErrors(response.body)
  if (status >= 300 && status < 400) {
    const to = headers['location'] ?? 'another URL'
    return new Failure('protocol', `Redmine redirects to ${to}.`, {
      fix: 'Enter the URL that Redmine redirects to.',
    })
  }
  return refusal(response, { now: ctx.now(), vendorText, fix, write })
}

const fixes: Readonly<Record<number, string>> = {
  401: 'Enter the API access key of an account that is not locked: My account → API access key.',
  403: 'Enable the REST web service (Administration → Settings → API), and give the account a role in the project.',
  404: 'Check the URL and the project identifier.',
}

/** `{"errors": […]}`, or nothing where Redmine says nothing or a proxy answered in its place. */
function readErrors(body: string): string | undefined {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown } // checked right below
    if (Array.isArray(errors)) return errors.join('; ')
  } catch {}
  return body === '' ? undefined : body
}
