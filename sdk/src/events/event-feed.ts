// Follows the events without end: by the stream, and by polling where a proxy holds the stream back. After every
// interruption it continues behind the last event that it yielded.
import { isTaskServiceError, TaskServiceError } from '../errors.ts'
import type { EventsResource } from '../generated/resources.gen.ts'
import type { EventTypeSelector, TaskServiceEvent } from '../generated/types.gen.ts'
import { sleep } from '../request/deadline.ts'
import { isRetryable } from '../request/retry.ts'
import type { Page } from '../request/transport.ts'
import { readServerSentEvents } from './read-server-sent-events.ts'

export interface FollowOptions {
  /**
   * `position` of an earlier feed, or `next_cursor` of a page. Without it, the feed starts with new events.
   * `after: 'start'` starts with the oldest retained event.
   */
  after?: string | undefined
  /** Only these types, such as `task.completed` or `run.*`. */
  types?: EventTypeSelector[] | undefined
  /** Ends the loop, without an error. */
  signal?: AbortSignal | undefined
  /** Time without a byte, including heartbeats, after which the stream is opened again. */
  silenceMs?: number | undefined
  /** Called with the error before every reconnect, and with undefined if the server ended the stream. */
  onReconnect?: ((error: unknown) => void) | undefined
}

const OLDEST = 'start'
/** The server sends a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000
/** It sends the position at once. */
const FIRST_SIGN_MS = 15_000
const POLL_MS = 3_000
/** How long to poll before the stream is tried again. */
const POLLING_MS = 60_000
const RETRY_MS = 1_000
/** Short, so that a restarted server is found soon; a stream is one request. */
const RETRY_MAX_MS = 5_000

export class EventFeed implements AsyncIterable<TaskServiceEvent> {
  readonly #events: EventsResource
  readonly #options: FollowOptions
  #position: string | undefined
  #retryMs = RETRY_MS
  #failures = 0
  #isFromOldest: boolean
  /** Whether the last stream was opened and then sent nothing. */
  #isHeldBack = false

  constructor(events: EventsResource, options: FollowOptions) {
    this.#events = events
    this.#options = options
    this.#isFromOldest = options.after === OLDEST
    this.#position = this.#isFromOldest ? undefined : options.after
  }

  /**
   * Position after the event that was yielded last. Save it when you have processed the event, and pass it as `after` to
   * continue there.
   */
  get position(): string | undefined {
    return this.#position
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TaskServiceEvent, void, void> {
    const { signal, onReconnect } = this.#options
    while (!this.#isStopped()) {
      let failure: unknown
      try {
        if (this.#isFromOldest) yield* this.#readPages()
        if (this.#isHeldBack && this.#position !== undefined) yield* this.#poll()
        yield* this.#stream()
        this.#failures = 0
      } catch (error) {
        if (this.#isStopped()) return
        if (!isTaskServiceError(error) || !isRetryable(error, STREAM)) throw error
        failure = error
        this.#failures++
      }
      onReconnect?.(failure)
      await sleep(this.#delayMs(failure), signal).catch(ignoreAbort)
    }
  }

  #isStopped(): boolean {
    return this.#options.signal?.aborted === true
  }

  #delayMs(failure: unknown): number {
    if (failure === undefined) return this.#retryMs
    const { retryAfterMs = 0 } = failure as TaskServiceError // nothing else is retried
    const limit = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** Math.min(this.#failures, 10))
    return retryAfterMs + Math.random() * limit
  }

  async *#stream(): AsyncGenerator<TaskServiceEvent, void, void> {
    const connection = new AbortController()
    const { signal, types, silenceMs = SILENCE_MS } = this.#options
    const stop = (): void => connection.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    let isOpen = false
    let hasBytes = false
    try {
      this.#isHeldBack = false
      const { body } = await this.#events.stream(this.#query(types), {
        signal: connection.signal,
        retry: false,
      })
      isOpen = true
      if (body === null) return
      this.#isHeldBack = true
      const reader = body.getReader()
      const read = async (): Promise<Uint8Array | undefined> => {
        const ms = hasBytes ? silenceMs : Math.min(silenceMs, FIRST_SIGN_MS)
        const { value } = await withinSilence(reader.read(), ms)
        hasBytes ||= value !== undefined
        this.#isHeldBack = !hasBytes
        return value
      }
      for await (const { id, data, retryMs } of readServerSentEvents(read)) {
        this.#retryMs = retryMs ?? this.#retryMs
        this.#failures = 0
        this.#position = id ?? this.#position
        if (data !== undefined) yield JSON.parse(data) as TaskServiceEvent // the same envelope as in the list
      }
    } catch (error) {
      // Before the stream is open, anything else is a mistake of the caller, which no reconnect would correct.
      throw isTaskServiceError(error) || !isOpen ? error : lost(error)
    } finally {
      signal?.removeEventListener('abort', stop)
      connection.abort()
    }
  }

  async *#poll(): AsyncGenerator<TaskServiceEvent, void, void> {
    const { signal } = this.#options
    for (const until = Date.now() + POLLING_MS; Date.now() < until && !this.#isStopped(); ) {
      yield* this.#readPages()
      await sleep(POLL_MS, signal).catch(ignoreAbort)
    }
  }

  /** Up to the newest event. */
  async *#readPages(): AsyncGenerator<TaskServiceEvent, void, void> {
    const { signal, types } = this.#options
    for (;;) {
      const query = { ...this.#query(types), limit: 200 }
      const page: Page<TaskServiceEvent> = await this.#events.list(query, { signal })
      // One position for the page: an event that is not yielded any more is read again, none is skipped.
      yield* page.data
      this.#position = page.next_cursor ?? this.#position
      this.#isFromOldest = false
      if (!page.has_more) return
    }
  }

  #query(types: EventTypeSelector[] | undefined): { after?: string; type?: EventTypeSelector[] } {
    return {
      ...(this.#position !== undefined && { after: this.#position }),
      ...(types !== undefined && { type: types }),
    }
  }
}

/** As a GET without effects, it is always safe to repeat. */
const STREAM = { id: 'events.stream', method: 'GET', path: '/events/stream' } as const

const lost = (cause: unknown): TaskServiceError =>
  new TaskServiceError({
    code: 'connection_failed',
    operation: STREAM.id,
    detail: `The stream was interrupted: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  })

/** The loop ends by looking at the signal. */
function ignoreAbort(): void {}

async function withinSilence<T>(reading: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing was received for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}
