// Sends one request to the vendor and turns error responses into failures.
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

type Call = Pick<HttpRequest, 'method' | 'body'> & {
  path: string
  /** Error statuses that the caller handles. */
  expect?: number[]
}

export async function call(
  ctx: Context,
  { method, path, body, expect = [] }: Call,
): Promise<HttpResponse> {
  const response = await ctx.http.request({
    method,
    url: `${ctx.config.base_url}/api${path}`,
    // Only the name: the service inserts the token, for the hosts it was entered for.
    headers: { authorization: bearer(ctx.secret('token')) },
    body,
  })
  const isFine = response.status >= 200 && response.status < 300
  if (isFine || expect.includes(response.status)) return response
  throw refusal(response, {
    now: ctx.now(),
    vendorText: readMessage(response),
    fix: response.status === 401 ? 'Create a new access token and enter it.' : undefined,
    write: method !== 'GET',
    limits: manifest.rateLimit.headers ?? [],
  })
}

export async function get<T>(ctx: Context, path: string): Promise<T> {
  return parseJson(await call(ctx, { method: 'GET', path })) as T // documented by the vendor
}

/** The response to a successful write. If it is incomplete, the write may have been applied. */
export function readWritten(response: HttpResponse): unknown {
  try {
    return parseJson(response)
  } catch {
    throw new Failure('transient', 'The response is incomplete.', { maybeDone: true })
  }
}

/** The vendor's error message, for users. */
function readMessage({ body }: HttpResponse): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown } // checked below
    return typeof message === 'string' ? message : ''
  } catch {
    return body
  }
}
