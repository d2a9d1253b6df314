// Closes connections on which PostgreSQL has gone silent. A peer that vanished sends neither a response nor a FIN: the
// kernel retries for a quarter of an hour, and the server's own timeouts end nothing that never reached it.
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import type { WatchedClient } from './watched-client.ts'

export type WatchdogOptions = {
  /** How long a waiting connection may receive nothing; above the statement timeout, which ends a statement in order. */
  silenceMs: number
  /**
   * Of these backends, those whose commit waits for a standby. They are alive, and no timeout of the server ends that
   * wait: closing their connections would leave one waiting backend behind for each new connection.
   */
  findWaitingForStandby?: (backendPids: readonly number[]) => Promise<readonly number[]>
  onDrop?: (drop: Drop) => void
}

export type Drop = { silentMs: number; connections: number }

type Silence = {
  bytesRead: number
  /** Since anything was received, whether it was waited for or not. */
  silentMs: number
  /** The part of it in which a response was outstanding. */
  waitedMs: number
}

type Entry = readonly [WatchedClient, Silence]

const CHECK_EVERY_MS = 250

/** One timer for all connections of a process: a timer per query would cost every query. */
export class Watchdog {
  readonly #options: WatchdogOptions
  readonly #connections = new Map<WatchedClient, Silence>()
  readonly #timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref()
  #checkedAt = performance.now()
  #isDropping = false

  constructor(options: WatchdogOptions) {
    this.#options = options
  }

  watch(client: WatchedClient): void {
    this.#connections.set(client, { bytesRead: 0, silentMs: 0, waitedMs: 0 })
  }

  startWait(client: WatchedClient): void {
    const silence = this.#connections.get(client)
    // The next check adds all the time since the last one, also what passed before this wait.
    if (silence) silence.waitedMs = Math.min(0, this.#checkedAt - performance.now())
  }

  /** A pooler gave no response in time: it may be gone, or busy. What is idle and as silent is replaced to find out. */
  dropIdle(silentMs: number): void {
    const isIdle = ([client, silence]: Entry) => !client.isBusy && silence.silentMs >= silentMs
    this.#drop([...this.#connections].filter(isIdle), silentMs)
  }

  forget(client: WatchedClient): void {
    this.#connections.delete(client)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const now = performance.now()
    // Not by the clock: while this process itself was stopped, responses may have arrived that it has yet to read.
    const passedMs = Math.min(now - this.#checkedAt, 2 * CHECK_EVERY_MS)
    this.#checkedAt = now
    let longestMs = 0
    for (const [client, silence] of this.#connections) {
      measure(client, silence, passedMs)
      const isTooLong = client.isBusy && silence.waitedMs >= this.#options.silenceMs
      if (isTooLong) longestMs = Math.max(longestMs, silence.silentMs)
    }
    if (longestMs === 0 || this.#isDropping) return
    this.#isDropping = true
    void this.#dropSilent(longestMs).finally(() => {
      this.#isDropping = false
    })
  }

  /**
   * One that waited too long condemns all that are idle and have been silent for as long: they have most likely lost the same
   * peer. Found one by one, each would cost a request the whole wait; replaced, each costs milliseconds. A busy one has a
   * caller, and its own wait counts: it may have been idle for an hour before it sent something a moment ago.
   */
  async #dropSilent(silentMs: number): Promise<void> {
    const isSilent = ([client, { waitedMs, silentMs: quietMs }]: Entry) =>
      (client.isBusy ? waitedMs : quietMs) >= this.#options.silenceMs
    const suspects = [...this.#connections].filter(isSilent)
    const waiting = await findCommitsThatWait(
      suspects.map(([client]) => client),
      this.#options,
    )
    const excused = suspects.filter(([client]) => client.isCommitting && waiting.has(client))
    for (const [, silence] of excused) silence.waitedMs = 0
    // Some may have been answered or closed meanwhile.
    const condemned = suspects.filter(
      (suspect) =>
        !excused.includes(suspect) && isSilent(suspect) && this.#connections.has(suspect[0]),
    )
    this.#drop(condemned, silentMs)
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

function measure(client: WatchedClient, silence: Silence, passedMs: number): void {
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

async function findCommitsThatWait(
  clients: readonly WatchedClient[],
  { findWaitingForStandby }: WatchdogOptions,
): Promise<Set<WatchedClient>> {
  const committing = clients.filter((client) => client.isCommitting)
  if (committing.length === 0 || !findWaitingForStandby) return new Set()
  const pids = committing.flatMap(({ backendPid }) => backendPid ?? [])
  const found = await findWaitingForStandby(pids).catch((): readonly number[] => [])
  return new Set(committing.filter(({ backendPid }) => found.includes(backendPid ?? -1)))
}
