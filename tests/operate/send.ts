// One HTTP request as sent on the wire: unlike fetch it can name any host, method, header and source address.
import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Wire = {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: unknown
  agent?: Agent
  localAddress?: string
  signal?: AbortSignal
}

export type Received = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  json: () => Record<string, unknown>
}

export function send(url: string, options: Wire = {}): Promise<Received> {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const outgoing = request(url, {
    method: options.method ?? 'GET',
    agent: options.agent,
    localAddress: options.localAddress,
    signal: options.signal,
    headers: {
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...options.headers,
    },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => {
    text(response).then((received) => {
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: received,
        json: () => JSON.parse(received) as Record<string, unknown>,
      })
    }, reject)
  })
  outgoing.end(body)
  return promise
}
