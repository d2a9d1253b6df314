// Calls operations of the API inside the command: as the operator's key, or as a user of the tenant.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalApi } from '#app/local-api.ts'

export type DemoUser = { username: string; password: string }

type Extra = {
  /** A user instead of the API key. */
  as?: DemoUser
  /** The body as it is, such as a file. */
  mediaType?: string
  requestId?: string
}

export type DemoCall = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object | string,
  extra?: Extra,
) => Promise<T>

/** The audit log keeps the ID of each request, by which `demo --clear` finds what the demo created. */
export const REQUEST_PREFIX = 'demo-'

const BUSY = 503
const MOST_TRIES = 12

export class DemoCallFailed extends Error {
  override readonly name = 'DemoCallFailed'
  readonly status: number

  constructor(what: string, status: number, body: string) {
    super(`${what} returned ${status}: ${body.slice(0, 400)}`)
    this.status = status
  }
}

export function createDemoCall(
  { app }: Pick<LocalApi, 'app'>,
  { host, apiKey }: { host: string; apiKey: string },
): DemoCall {
  let count = 0
  return async <T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string,
    { as, mediaType = 'application/json', requestId }: Extra = {},
  ) => {
    const send = () =>
      app.inject({
        method,
        url: `${as ? '/ui' : ''}/api${path}`,
        headers: {
          host,
          'x-request-id': requestId ?? `${REQUEST_PREFIX}${String(++count).padStart(8, '0')}`,
          ...(as ? signInOf(as, host) : { 'x-api-key': apiKey }),
          ...(body !== undefined && { 'content-type': mediaType }),
        },
        ...(body !== undefined && {
          payload: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      })
    let response = await send()
    // A busy computer starts a plugin process too slowly; nothing was done.
    for (let tries = 1; response.statusCode === BUSY && tries < MOST_TRIES; tries++) {
      await sleep(Number(response.headers['retry-after'] ?? 1) * 1_000)
      response = await send()
    }
    if (response.statusCode >= 300) {
      throw new DemoCallFailed(`${method} ${path}`, response.statusCode, response.body)
    }
    return (response.body === '' ? undefined : JSON.parse(response.body)) as T // as the contract says
  }
}

function signInOf({ username, password }: DemoUser, host: string): Record<string, string> {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  return { authorization: `Basic ${credentials}`, 'x-ts-csrf': '1', origin: `http://${host}` }
}
