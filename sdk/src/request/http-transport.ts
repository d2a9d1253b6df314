// Sends requests with fetch: credentials, idempotency keys, time limits and retries.
import { AgentTokenError, isTaskServiceError, TaskServiceError } from '../errors.ts'
import { type Deadline, sleep, startDeadline } from './deadline.ts'
import { PagedList } from './paged-list.ts'
import { readProblem } from './read-problem.ts'
import type { ClientOptions } from './request-options.ts'
import { fillPath, printQuery, readBaseUrl } from './request-url.ts'
import { delayOf, isRetryable, resolveRetry } from './retry.ts'
import type { CallInput, List, Page, Route, Transport, UploadBody } from './transport.ts'

const TIMEOUT_MS = 30_000

type Call = {
  route: Route
  url: string
  init: RequestInit
  timeoutMs: number
  options: NonNullable<CallInput['options']>
  /** Only the headers are waited for. */
  isStream: boolean
}

export class HttpTransport implements Transport {
  readonly #options: ClientOptions
  readonly #baseUrl: string
  readonly #credential: Record<string, string>

  constructor(options: ClientOptions) {
    const { apiKey, agentToken } = options
    if ((apiKey === undefined) === (agentToken === undefined)) {
      throw new TypeError('Pass either `apiKey` or `agentToken`')
    }
    this.#options = options
    this.#baseUrl = readBaseUrl(options.url)
    this.#credential =
      apiKey === undefined ? { authorization: `Bearer ${agentToken}` } : { 'x-api-key': apiKey }
  }

  async send<T>(route: Route, input: CallInput): Promise<T> {
    const call = this.#prepare(route, input, false)
    return (await this.#attempt(call, readJson)) as T // the contract says what the operation returns
  }

  list<T>(route: Route, input: CallInput): List<T> {
    const { cursor: name = 'cursor' } = route
    return new PagedList<T>((cursor) =>
      this.send<Page<T>>(
        route,
        cursor === undefined
          ? input
          : {
              ...input,
              query: { ...input.query, [name]: cursor },
            },
      ),
    )
  }

  async open(route: Route, input: CallInput): Promise<Response> {
    const call = this.#prepare(route, input, true)
    const response = await this.#attempt(call, async (opened) => opened)
    // Deleted by an attempt whose response was lost.
    return response ?? new Response(null, { status: 204 })
  }

  #prepare(route: Route, input: CallInput, isStream: boolean): Call {
    const { params = [], query = {}, body, file, options = {} } = input
    const isAgent = this.#options.agentToken !== undefined
    if (isAgent && !route.agent) {
      throw new AgentTokenError(route.id)
    }
    const headers = new Headers({ ...this.#options.headers, ...options.headers })
    for (const [name, value] of Object.entries(this.#credential)) headers.set(name, value)
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (file !== undefined) headers.set('content-type', mediaTypeOf(file))
    if (route.retry === 'key') headers.set('idempotency-key', options.idempotencyKey ?? randomKey())
    const { ifMatch } = options
    if (ifMatch !== undefined) {
      headers.set('if-match', typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch)
    }
    const prefix = isAgent ? '/agent' : '/api'
    return {
      route,
      url: this.#baseUrl + prefix + fillPath(route.path, params) + printQuery(query),
      init: {
        method: route.method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(file !== undefined && { body: file }),
      },
      timeoutMs:
        (options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS) +
        waitMsOf(body) +
        uploadMsOf(file),
      options,
      isStream,
    }
  }

  async #attempt<T>(call: Call, read: (response: Response) => Promise<T>): Promise<T | undefined> {
    const { route, options } = call
    const policy = resolveRetry(this.#options.retry, options.retry)
    const startedAt = Date.now()
    let mayBeApplied = false
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(call, attempt, read)
      } catch (error) {
        if (!isTaskServiceError(error)) throw error
        // It was deleted by an attempt whose response was lost.
        if (mayBeApplied && route.method === 'DELETE' && error.status === 404) return undefined
        if (!isRetryable(error, route)) throw error
        mayBeApplied ||= error.status === undefined || error.status >= 500
        const delayMs = delayOf(attempt, Date.now() - startedAt, error.retryAfterMs, policy)
        if (delayMs === undefined) throw error
        this.#options.onRetry?.({ operation: route.id, attempt, delayMs, error })
        await sleep(delayMs, options.signal)
      }
    }
  }

  async #once<T>(
    call: Call,
    attempts: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { route, options } = call
    const { signal } = options
    signal?.throwIfAborted()
    const deadline = startDeadline(call.timeoutMs, signal)
    try {
      const send = this.#options.fetch ?? fetch
      const response = await send(call.url, { ...call.init, signal: deadline.signal })
      const facts = { operation: route.id, attempts, baseUrl: this.#baseUrl }
      if (!response.ok) throw await readProblem(response, facts)
      if (call.isStream) deadline.stopTimer()
      else if (response.status !== 204) checkJson(response, facts)
      const value = await read(response)
      this.#report(call, response, attempts)
      return value
    } catch (error) {
      throw explain(error, call, attempts, deadline)
    } finally {
      if (call.isStream) deadline.stopTimer()
      else deadline.stop()
    }
  }

  #report({ route, options }: Call, { status, headers }: Response, attempts: number): void {
    const tell = options.onResponse ?? this.#options.onResponse
    const requestId = headers.get('x-request-id') ?? undefined
    tell?.({ operation: route.id, status, headers, requestId, attempts })
  }
}

/** What fetch throws says neither which call it was nor whether it was the time limit. */
function explain(error: unknown, call: Call, attempts: number, deadline: Deadline): unknown {
  const { options, route, timeoutMs } = call
  if (options.signal?.aborted) return options.signal.reason
  if (isTaskServiceError(error)) return error
  const shared = { operation: route.id, attempts, cause: error }
  if (deadline.isOver()) {
    const detail = `No response from ${new URL(call.url).host} within ${timeoutMs} ms`
    return new TaskServiceError({ ...shared, code: 'timeout', detail })
  }
  const detail = `No response from ${new URL(call.url).host}: ${reasonOf(error)}`
  return new TaskServiceError({ ...shared, code: 'connection_failed', detail })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : error.message
}

function checkJson(response: Response, facts: { operation: string; attempts: number }): void {
  const type = response.headers.get('content-type') ?? ''
  if (/^application\/(\w+\+)?json\b/i.test(type)) return
  const detail = `The response is not JSON but ${type || 'has no content type'}. \`url\` must be the base URL of Task Service.`
  throw new TaskServiceError({ ...facts, code: 'unexpected_response', detail })
}

async function readJson(response: Response): Promise<unknown> {
  return response.status === 204 ? undefined : response.json()
}

/** Long polling takes as long as it was asked to. */
function waitMsOf(body: unknown): number {
  const { wait_seconds: seconds } = (body ?? {}) as { wait_seconds?: unknown } // a field of some bodies
  return typeof seconds === 'number' ? seconds * 1_000 : 0
}

const mediaTypeOf = (file: UploadBody): string =>
  (file instanceof Blob && file.type) || 'application/octet-stream'

/** Of a slow connection. */
const UPLOAD_BYTES_PER_MS = 64

function uploadMsOf(file: UploadBody | undefined): number {
  if (file === undefined) return 0
  return Math.ceil((file instanceof Blob ? file.size : file.byteLength) / UPLOAD_BYTES_PER_MS)
}

/** Not randomUUID, which browsers have on secure pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `sdk-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
