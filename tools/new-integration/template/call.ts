// One request to the vendor: its headers, and what its refusals mean.
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
  /** Statuses that mean something to the caller. */
  expect?: number[]
}

export async function call(
  ctx: Context,
  { method, path, body, expect = [] }: Call,
): Promise<HttpResponse> {
  const response = await ctx.http.request({
    method,
    url: `${ctx.config.base_url}/api${path}`,
    // Only named here: the host puts the token in, towards the hosts it was entered for.
    headers: { authorization: bearer(ctx.secret('token')) },
    body,
  })
  const isFine = response.status >= 200 && response.status < 300
  if (isFine || expect.includes(response.status)) return response
  throw refusal(response, {
    now: ctx.now(),
    vendorText: readMessage(response),
    fix: response.status === 401 ? 'Make a new access token and enter it.' : undefined,
    write: method !== 'GET',
    limits: manifest.rateLimit.headers ?? [],
  })
}

export async function get<T>(ctx: Context, path: string): Promise<T> {
  return parseJson(await call(ctx, { method: 'GET', path })) as T // the vendor's promise
}

/** The answer to a write that was carried out; half an answer leaves open which of them. */
export function readWritten(response: HttpResponse): unknown {
  try {
    return parseJson(response)
  } catch {
    throw new Failure('transient', 'The answer broke off.', { maybeDone: true })
  }
}

/** What the vendor says, for people. */
function readMessage({ body }: HttpResponse): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown } // looked at below
    return typeof message === 'string' ? message : ''
  } catch {
    return body
  }
}
