// Closes connections on which PostgreSQL has gone silent. A peer that vanished sends neither a response nor a FIN: the
// kernel retries for a quarter of an hour, and the server's own timeouts end nothing that never reached it.
import { DatabaseUnavailable } from '#lib/database-failure.ts'

export type WatchdogOptions = {
  /** How long a waiting connection may receive nothing; above the statement timeout, which ends a statement cleanly. */
  silenceMs: number
  /**
   * Returns the backends whose commit waits for a standby. They are alive, and no timeout of the server ends that wait:
   * closing their connections would leave one waiting backend behind for each new connection.
   */
  findWaitingForStandby?: (backendPids: readonly number[]) => Promise<readonly number[]>
  onDrop?: (drop: Drop) => void
}

/** What the watchdog needs to know of a connection, and how it closes one. */
export type WatchedConnection = {
  readonly isBusy: boolean
  readonly isCommitting: boolean
  readonly bytesRead: number
  readonly backendPid: number | undefined
  drop: (error: Error) => void
}

export type Drop = { silentMs: number; connections: number }

type Silence = {
  bytesRead: number
  /** Time since anything was received, whether or not a response was outstanding. */
  silentMs: number
  /** The part of it with a response outstanding. */
  waitedMs: number
}

type Entry = readonly [WatchedConnection, Silence]

const CHECK_EVERY_MS = 250
/** Silence is measured in steps, so it may be up to this much longer than measured. */
export const UNKNOWN_SILENCE_MS = 2 * CHECK_EVERY_MS

/** One timer for all connections of a process: a timer per query would cost every query. */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #connections = new Map<WatchedConnection, Silence>()
  readonly #timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref()
  #checkedAt = performance.now()
  #isAsking = false

  constructor(options: WatchdogOptions) {
    this.#options = options
  }

  watch(client: WatchedConnection): void {
    this.#connections.set(client, { bytesRead: 0, silentMs: 0, waitedMs: 0 })
  }

  startWait(client: WatchedConnection): void {
    const silence = this.#connections.get(client)
    // The next check adds all the time since the last one, including the time before this wait.
    if (silence) silence.waitedMs = Math.min(0, this.#checkedAt - performance.now())
  }

  /** A peer did not respond in time: it may be gone, or busy. Idle connections that are as silent are replaced. */
  dropIdle(silentMs: number): void {
    const isIdle = ([client, silence]: Entry) => !client.isBusy && silence.silentMs >= silentMs
    this.#drop([...this.#connections].filter(isIdle), silentMs)
  }

  forget(client: WatchedConnection): void {
    this.#connections.delete(client)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const now = performance.now()
    // Bounded, not the clock: while this process was stopped, responses may have arrived that it has yet to read.
    const passedMs = Math.min(now - this.#checkedAt, 2 * CHECK_EVERY_MS)
    this.#checkedAt = now
    let longestMs = 0
    for (const [client, silence] of this.#connections) {
      measure(client, silence, passedMs)
      const isTooLong = client.isBusy && silence.waitedMs >= this.#options.silenceMs
      if (isTooLong) longestMs = Math.max(longestMs, silence.silentMs)
    }
    if (longestMs > 0) this.#dropSilent(longestMs)
  }

  /**
   * A connection that waited too long also condemns all idle ones that have been silent for as long: they have most likely
   * lost the same peer. Found one by one, each would cost a request the whole wait; replacing one costs milliseconds. A busy
   * connection has a caller, and only its own wait counts: it may have been idle for an hour before it sent something.
   */
  #dropSilent(silentMs: number): void {
    const suspects = this.#listSilent()
    // The others do not wait for the check of these.
    const committing = suspects.filter(([client]) => client.isCommitting)
    const { findWaitingForStandby: ask } = this.#options
    if (!ask || committing.length === 0) return this.#drop(suspects, silentMs)
    this.#drop(
      suspects.filter((suspect) => !committing.includes(suspect)),
      silentMs,
    )
    if (this.#isAsking) return
    this.#isAsking = true
    void this.#dropCommitting(committing, silentMs, ask).finally(() => {
      this.#isAsking = false
    })
  }

  #listSilent(): Entry[] {
    return [...this.#connections].filter(
      ([client, { waitedMs, silentMs }]) =>
        (client.isBusy ? waitedMs : silentMs) >= this.#options.silenceMs,
    )
  }

  async #dropCommitting(
    asked: readonly Entry[],
    silentMs: number,
    ask: NonNullable<WatchdogOptions['findWaitingForStandby']>,
  ): Promise<void> {
    const pids = asked.flatMap(([{ backendPid }]) => backendPid ?? [])
    const waiting = await ask(pids).catch(() => undefined)
    // Since then some may have received a response or closed, and others become silent.
    const silent = this.#listSilent().filter(([client]) => client.isCommitting)
    // If the check fails for these, it would fail for the later ones too.
    if (!waiting) return this.#drop(silent, silentMs)
    const isExcused = ([{ backendPid }]: Entry) => waiting.includes(backendPid ?? -1)
    const clients = new Set(asked.map(([client]) => client))
    const known = silent.filter(([client]) => clients.has(client))
    for (const [, silence] of known.filter(isExcused)) silence.waitedMs = 0
    this.#drop(
      known.filter((suspect) => !isExcused(suspect)),
      silentMs,
    )
  }

  #drop(condemned: readonly Entry[], silentMs: number): void {
    if (condemned.length === 0) return
    const error = new DatabaseUnavailable(
      `PostgreSQL sent nothing for ${Math.round(silentMs)} ms; the connection was closed`,
    )
    for (const [client] of condemned) {
      this.#connections.delete(client)
      client.drop(error)
    }
    this.#options.onDrop?.({ silentMs, connections: condemned.length })
  }
}

function measure(client: WatchedConnection, silence: Silence, passedMs: number): void {
  const { bytesRead } = client
  if (bytesRead === silence.bytesRead) {
    silence.silentMs += passedMs
    if (client.isBusy) silence.waitedMs += passedMs
    return
  }
  silence.bytesRead = bytesRead
  silence.silentMs = 0
  silence.waitedMs = 0
}
