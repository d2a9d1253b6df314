// A connection that knows how long it has been waiting for PostgreSQL, and can be closed without the server's cooperation.
import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import type { Watchdog } from './watchdog.ts'

/** Options as a pool passes them; `watchdog` is ours. Without one nothing is closed early. */
export type WatchedConfig = ClientConfig & { watchdog?: Watchdog | undefined }

/**
 * An idle connection whose peer is gone is detected after this and ten probes of a second each. Too late for a request,
 * which the watchdog covers, but in time for a connection that has been idle for a while.
 */
const KEEPALIVE_AFTER_MS = 10_000

/** How long a graceful close may take; a peer that is gone never responds. */
const CLOSE_TIMEOUT_MS = 2_000

export class WatchedClient extends Client {
  readonly #socket: Socket
  readonly #watchdog: Watchdog | undefined
  #isBusy = false
  #lastText: string | undefined
  #backendPid: number | undefined

  constructor({ watchdog, ...config }: WatchedConfig = {}) {
    const socket = new Socket()
    super({
      ...config,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    })
    this.#socket = socket
    this.#watchdog = watchdog
    this.on('drain', () => {
      this.#isBusy = false
    })
    // Every opened socket emits `close`, however it ends.
    socket.once('connect', () => watchdog?.watch(this))
    socket.once('close', () => watchdog?.forget(this))
  }

  /** A statement was sent, and its response is not complete. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** A commit can wait for a standby longer than any timeout of the server allows. */
  get isCommitting(): boolean {
    return this.#isBusy && this.#lastText === 'commit'
  }

  get bytesRead(): number {
    return this.#socket.bytesRead
  }

  /** Behind a pooler the backend that runs this transaction, otherwise that of the connection. */
  get backendPid(): number | undefined {
    // Set by the driver once connected; missing in its types.
    return this.#backendPid ?? (this as unknown as { processID?: number }).processID
  }

  set backendPid(pid: number | undefined) {
    this.#backendPid = pid
  }

  // All forms of query() pass through unchanged; `never` fits each of them.
  override query(statement: never, ...rest: never[]): never {
    if (!this.#isBusy) {
      this.#isBusy = true
      this.#watchdog?.startWait(this)
    }
    this.#lastText = typeof statement === 'string' ? statement : undefined
    return super.query(statement, ...rest) as never
  }

  /** This connection got no response for so long; others may have lost the same peer. */
  suspectIdle(silentMs: number): void {
    this.#watchdog?.dropIdle(silentMs)
  }

  /** Outstanding statements fail with `error`, and the pool removes this connection. */
  drop(error: Error): void {
    this.#socket.destroy(error)
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const timer = setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS).unref()
    this.#socket.once('close', () => clearTimeout(timer))
    if (!callback) return super.end()
    super.end(callback)
    return undefined
  }
}
