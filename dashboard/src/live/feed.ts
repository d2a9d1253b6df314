// Keeps events coming: by the stream when it flows, by asking when it does not, and back. Nothing here knows a browser.
import type { EventEnvelope } from '@task-service/contract'
import { type FeedCondition, type FeedState, isSame, type PollingReason } from './feed-state.ts'
import { readEventStream } from './read-event-stream.ts'
import { wait, watchFor } from './waiting.ts'

export type StreamAnswer = {
  status: number
  retryAfterMs: number | undefined
  /** Of a 200 only. */
  body: ReadableStream<Uint8Array> | undefined
}
export type EventPage = { data: EventEnvelope[]; next_cursor: string; has_more: boolean }
export type PageAnswer = { status: number; page: EventPage | undefined }

export type FeedOptions = {
  openStream: (cursor: string | undefined, signal: AbortSignal) => Promise<StreamAnswer>
  /** Without a position only to see whether the server answers. */
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<PageAnswer>
  onEvents: (events: EventEnvelope[]) => void
  /** What was loaded before this moment may lack something. */
  onGap: (before: Date) => void
  onState: (state: FeedState) => void
  /** Why nothing should be asked now. */
  obstacle: () => FeedCondition | undefined
}

export const FIRST_SIGN_MS = 10_000
export const SILENCE_MS = 40_000
export const POLL_MS = 3_000
/** Without a position there is nothing to ask behind, only to load again. */
const RELOAD_MS = 10_000
export const STREAM_AGAIN_MS = 30_000
/** A stream that lasted this long worked: its end says nothing against the way. */
const WORKED_MS = 10_000
const FAILURES = 2

type End =
  | { kind: 'ended' | 'cut' | 'silent'; livedMs: number }
  | { kind: 'lost' | 'signed_out' | 'nudged' }
  | { kind: 'refused'; reason: PollingReason; retryAfterMs: number }

export class Feed {
  readonly #options: FeedOptions
  #cursor: string | undefined
  #retryMs = 1_000
  #failures = 0
  #isStopped = false
  #attempt = new AbortController()
  #state: FeedState = { state: 'connecting', since: new Date() }

  constructor(options: FeedOptions) {
    this.#options = options
    void this.#run()
  }

  /** Reconnect at once: an obstacle came or went, or the user asked for it. */
  nudge(): void {
    this.#failures = 0
    this.#attempt.abort()
  }

  stop(): void {
    this.#isStopped = true
    this.#attempt.abort()
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#attempt = new AbortController()
      const { signal } = this.#attempt
      const obstacle = this.#options.obstacle()
      if (obstacle) {
        this.#become(obstacle)
        await wait(undefined, signal)
        this.#become({ state: 'connecting' })
      } else {
        await this.#handleEnd(await this.#follow(signal), signal)
      }
    }
  }

  async #handleEnd(end: End, signal: AbortSignal): Promise<void> {
    switch (end.kind) {
      case 'nudged':
        return
      case 'lost':
        return this.#lose()
      case 'signed_out':
        this.#become({ state: 'offline', reason: 'signed_out' })
        return wait(STREAM_AGAIN_MS, signal)
      case 'refused':
        return this.#poll(end.reason, Math.max(STREAM_AGAIN_MS, end.retryAfterMs), signal)
      default:
        return this.#recover(end.kind, end.livedMs, signal)
    }
  }

  /** The stream flowed and then did not: once it may be chance, twice it is the way. */
  async #recover(kind: 'ended' | 'cut' | 'silent', livedMs: number, signal: AbortSignal) {
    this.#failures = livedMs >= WORKED_MS ? 0 : this.#failures + 1
    const isHopeless = this.#failures >= FAILURES
    if (kind === 'silent') await this.#poll('silent', isHopeless ? STREAM_AGAIN_MS : 0, signal)
    else if (isHopeless) await this.#poll('cut', STREAM_AGAIN_MS, signal)
    else {
      if (kind === 'cut') this.#become({ state: 'connecting' })
      await wait(this.#retryMs, signal)
    }
  }

  async #follow(outer: AbortSignal): Promise<End> {
    const inner = new AbortController()
    const watch = watchFor(FIRST_SIGN_MS, () => inner.abort())
    let openedMs = Number.POSITIVE_INFINITY
    const livedMs = () => Math.max(0, Date.now() - openedMs)
    try {
      const signal = AbortSignal.any([outer, inner.signal])
      const answer = await this.#options.openStream(this.#cursor, signal)
      if (!answer.body) return judge(answer, this.#cursor)
      await readEventStream(answer.body, {
        onSign: () => {
          watch.reset(SILENCE_MS)
          openedMs = Math.min(openedMs, Date.now())
        },
        onCursor: (cursor) => this.#reach(cursor),
        onEvents: (texts) =>
          this.#options.onEvents(texts.map((text) => JSON.parse(text) as EventEnvelope)), // the contract of the stream
        onRetry: (ms) => {
          this.#retryMs = ms
        },
      })
      return { kind: 'ended', livedMs: livedMs() }
    } catch {
      if (outer.aborted) return { kind: 'nudged' }
      return { kind: inner.signal.aborted ? 'silent' : 'cut', livedMs: livedMs() }
    } finally {
      watch.stop()
      inner.abort()
    }
  }

  /** Until the stream is worth another try. */
  async #poll(reason: PollingReason, forMs: number, signal: AbortSignal): Promise<void> {
    const until = Date.now() + forMs
    do {
      const hasMore = await this.#ask(reason, signal)
      if (!hasMore) await wait(this.#cursor === undefined ? RELOAD_MS : POLL_MS, signal)
    } while (Date.now() < until && !signal.aborted)
  }

  async #ask(reason: PollingReason, signal: AbortSignal): Promise<boolean> {
    try {
      const cursor = this.#cursor
      const { status, page } = await this.#options.readPage(cursor, signal)
      if (cursor !== undefined && isLost(status)) this.#lose()
      else if (status === 401) this.#become({ state: 'offline', reason: 'signed_out' })
      else if (page) this.#become({ state: 'polling', reason })
      else this.#become({ state: 'offline', reason: 'no_response' })
      if (!page) return false
      if (cursor === undefined) {
        this.#options.onGap(new Date())
        return false
      }
      this.#cursor = page.next_cursor
      if (page.data.length > 0) this.#options.onEvents(page.data)
      return page.has_more
    } catch {
      if (!signal.aborted) this.#become({ state: 'offline', reason: 'no_response' })
      return false
    }
  }

  #reach(cursor: string): void {
    const isFirst = this.#cursor === undefined
    this.#cursor = cursor
    this.#become({ state: 'live' })
    if (isFirst) this.#options.onGap(new Date())
  }

  /** The position is no longer valid: everything shown must be loaded again. */
  #lose(): void {
    this.#cursor = undefined
    this.#options.onGap(new Date())
  }

  #become(condition: FeedCondition): void {
    if (isSame(condition, this.#state)) return
    this.#state = { ...condition, since: new Date() }
    this.#options.onState(this.#state)
  }
}

/** The log was cut behind the position, or the server does not know it. */
const isLost = (status: number): boolean => status === 410 || status === 400

function judge({ status, retryAfterMs = 0 }: StreamAnswer, cursor: string | undefined): End {
  if (cursor !== undefined && isLost(status)) return { kind: 'lost' }
  if (status === 401) return { kind: 'signed_out' }
  return { kind: 'refused', reason: status === 429 ? 'too_many' : 'unavailable', retryAfterMs }
}
