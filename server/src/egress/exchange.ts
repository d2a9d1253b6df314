// Sends one request over a pool and collects its response within the limits of time and size.
import type { Dispatcher } from 'undici'
import type { Deadline } from './deadline.ts'
import { codeOf, EgressError, type EgressFailure, type FailureCode, fail } from './failure.ts'
import { DRAIN_BYTES, type EgressLimits, MAX_HEADERS } from './limits.ts'
import type { RequestHeaders } from './request-headers.ts'

export type Message = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: RequestHeaders
  body: string | Uint8Array | null
}

export type EgressAnswer = {
  outcome: 'answer'
  /** Any final status, including redirects: they are never followed. */
  status: number
  /** Names in lower case; repeated headers are joined by commas. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** True when the body was longer than what is kept. */
  isCut: boolean
}

type Outcome = EgressAnswer | EgressFailure

export function exchange(
  pool: Dispatcher,
  message: Message,
  limits: EgressLimits,
  deadline: Deadline,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const conversation = new Conversation(limits, resolve)
    deadline.watch((failure) => conversation.giveUp(failure))
    if (!conversation.isOver) pool.dispatch({ ...message, idempotent: false }, conversation)
  })
}

/** Aborts the connection when the result is already known. */
const enough = new Error('the rest of the response is not needed')

class Conversation implements Dispatcher.DispatchHandler {
  readonly #limits: EgressLimits
  readonly #resolve: (outcome: Outcome) => void
  readonly #kept: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #timer: NodeJS.Timeout | undefined
  isOver = false
  #status: number | null = null
  #headers: Record<string, string> = {}
  #received = 0

  constructor(limits: EgressLimits, resolve: (outcome: Outcome) => void) {
    this.#limits = limits
    this.#resolve = resolve
  }

  giveUp(failure: EgressFailure): void {
    const facts = { sent: this.#controller !== undefined, status: this.#status }
    this.#end({ ...failure, ...facts })
    this.#controller?.abort(enough)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It waited for a connection until the deadline passed.
    if (this.isOver) return controller.abort(enough)
    this.#controller = controller
    const { headersMs, totalMs } = this.#limits
    // The deadline of the whole request ends it first.
    if (headersMs >= totalMs) return
    this.#timer = setTimeout(
      () => this.giveUp(fail('headers_timeout', `No response within ${headersMs} ms.`)),
      headersMs,
    )
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Interim responses (102, 103) may repeat without end; the timeout keeps running.
    if (status < 200 || this.isOver) return
    this.#status = status
    const headers = readHeaders(controller.rawHeaders)
    if (!headers) {
      const detail = `The response has more than ${MAX_HEADERS} headers.`
      return this.giveUp(fail('headers_too_large', detail))
    }
    this.#headers = headers
    clearTimeout(this.#timer)
    const { bodyMs } = this.#limits
    this.#timer = setTimeout(
      () => this.giveUp(fail('body_timeout', `The response stalled for ${bodyMs} ms.`)),
      bodyMs,
    )
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return
    this.#timer?.refresh()
    const { keepBytes, whenLarger } = this.#limits
    const left = keepBytes - this.#received
    this.#received += chunk.length
    if (left > 0) this.#kept.push(chunk.subarray(0, left))
    if (this.#received <= keepBytes) return
    if (whenLarger === 'fail') {
      return this.giveUp(
        fail(
          'response_too_large',
          `The response is larger than ${keepBytes.toLocaleString('en')} bytes.`,
        ),
      )
    }
    if (this.#received > keepBytes + DRAIN_BYTES) {
      this.#end(this.#answer())
      controller.abort(enough)
    }
  }

  onResponseEnd(): void {
    // undici frees the connection one turn later; a request sent before that would open another one.
    this.#end(this.#answer(), (resolve) => queueMicrotask(() => setImmediate(resolve)))
  }

  onResponseError(_: unknown, error: Error): void {
    const { code, detail, address } = describeError(error)
    const sent = this.#controller !== undefined
    this.#end(fail(code, detail, { address: address ?? null, sent, status: this.#status }))
  }

  #answer(): EgressAnswer {
    return {
      outcome: 'answer',
      status: this.#status ?? 0,
      headers: this.#headers,
      // A copy: the chunks are views into far larger socket buffers.
      body: Buffer.concat(this.#kept),
      isCut: this.#received > this.#limits.keepBytes,
    }
  }

  #end(outcome: Outcome, when = (resolve: () => void) => resolve()): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.#timer)
    when(() => this.#resolve(outcome))
  }
}

/** Undefined when there are too many. */
function readHeaders(raw: unknown): Record<string, string> | undefined {
  if (!Array.isArray(raw) || raw.length / 2 > MAX_HEADERS) return undefined
  // A header may be called __proto__.
  const headers: Record<string, string> = Object.create(null) as Record<string, string> // of no class
  for (let index = 0; index < raw.length; index += 2) {
    const name = textOf(raw[index]).toLowerCase()
    const value = textOf(raw[index + 1])
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}

const textOf = (part: unknown): string =>
  Buffer.isBuffer(part) ? part.toString('latin1') : String(part)

function describeError(error: Error): {
  code: FailureCode
  detail: string
  address?: string | null
} {
  if (error instanceof EgressError) return error.failure
  const reason = codeOf(error)
  if (reason === 'UND_ERR_HEADERS_OVERFLOW') {
    return { code: 'headers_too_large', detail: 'The response headers are too large.' }
  }
  if (error.name === 'HTTPParserError' || reason === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { code: 'invalid_response', detail: `The response is not valid HTTP (${reason}).` }
  }
  return {
    code: 'connection_lost',
    detail: `The connection was closed without a response (${reason}).`,
  }
}
