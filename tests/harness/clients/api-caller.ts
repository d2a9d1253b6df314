// A client of the API as programs are: over a real connection, with a host of its own, and able to hang up.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** JSON that is sent as it is, in place of `body`: who sends the same again and again prints it once. */
  json?: string
  /** Hangs up when it fires: the connection is destroyed, even in the middle of a request. */
  signal?: AbortSignal
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

export type ApiCaller = {
  /** Rejects when the connection fails or was hung up. */
  call: (url: string, call?: Call) => Promise<Answer>
  close: () => void
}

export function createApiCaller(connections = Number.POSITIVE_INFINITY): ApiCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    call: (url, call = {}) => exchange(agent, url, call),
    close: () => agent.destroy(),
  }
}

function exchange(agent: Agent, url: string, call: Call): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const body = call.json ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const outgoing = request(url, {
    agent,
    method: call.method ?? 'GET',
    signal: call.signal,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...call.headers },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    text(response).then((received) => resolve({ status, headers, body: received }), reject)
  })
  outgoing.end(body)
  return promise
}

export function codeOf(answer: Answer): string {
  return (JSON.parse(answer.body) as { code?: string }).code ?? '' // problem+json of the contract
}

/** What a client can tell apart; the id of each request and the clock are meant to differ. */
export function imageOf({ status, headers, body }: Answer): string {
  return JSON.stringify([status, headers['content-type'], headers.location, headers.etag, body])
}

export function isReplay({ headers }: Answer): boolean {
  return headers['idempotency-replayed'] === 'true'
}
