// Rate-limits the new connections of a network. A connection that has not sent a complete request yet costs the event loop as
// much as a request, and closing it at once would only bring the next one sooner. So only some connections of each network
// are read at a time, and few if its connections keep ending without a complete request; the rest wait unread.
import type { Socket } from 'node:net'

export type PacingOptions = {
  /** Connections of a network that are being read and have not sent a complete request. */
  maxUnsettled?: number
  /** A leaky bucket of incomplete connections; a network that overflows it is throttled. */
  incompleteBurst?: number
  incompleteLeakPerSecond?: number
  /** New connections of a throttled network that are read. */
  throttledPerSecond?: number
  maxWaitMs?: number
  /** Received and unread, of all connections that wait. */
  maxUnreadBytes?: number
  onClosed?: () => void
}

const defaults: Required<PacingOptions> = {
  maxUnsettled: 100,
  incompleteBurst: 20,
  incompleteLeakPerSecond: 5,
  throttledPerSecond: 20,
  maxWaitMs: 5_000,
  maxUnreadBytes: 16 * 2 ** 20,
  onClosed: () => undefined,
}

type Waiting = { socket: Socket; serve: () => void; since: number }
type Network = {
  unsettled: Set<Socket>
  incomplete: number
  /** Connections that were served although the network is throttled, as a leaky bucket: below 1, the next one is due. */
  throttled: number
  queue: Waiting[]
}

const TICK_MS = 50
const perTick = (perSecond: number) => (perSecond * TICK_MS) / 1_000
const unreadBytes = (queue: readonly Waiting[]) =>
  queue.reduce((sum, { socket }) => sum + socket.readableLength, 0)

export class ConnectionPacing {
  readonly #options: Required<PacingOptions>
  readonly #networks = new Map<string, Network>()
  #waiting = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: PacingOptions = {}) {
    this.#options = { ...defaults, ...options }
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Calls `serve` now or later; otherwise the connection is closed. */
  admit(socket: Socket, name: string, serve: () => void): void {
    const network = this.#find(name)
    if (this.#countFree(network) > 0) {
      network.unsettled.add(socket)
      serve()
      return
    }
    this.#waiting++
    network.queue.push({ socket, serve, since: performance.now() })
  }

  /** A connection has sent a complete request, or has ended without one, possibly while it waited. */
  settle(socket: Socket, name: string, isComplete: boolean): void {
    const network = isComplete ? this.#networks.get(name) : this.#find(name)
    network?.unsettled.delete(socket)
    if (!network || isComplete) return
    const { incompleteBurst, incompleteLeakPerSecond } = this.#options
    // Capped at what leaks in a minute, so that a network recovers soon after an attack.
    network.incomplete = Math.min(
      network.incomplete + 1,
      incompleteBurst + 60 * incompleteLeakPerSecond,
    )
  }

  #find(name: string): Network {
    const network = this.#networks.get(name)
    if (network) return network
    const added = { unsettled: new Set<Socket>(), incomplete: 0, throttled: 0, queue: [] }
    this.#networks.set(name, added)
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
    return added
  }

  #countFree({ incomplete, unsettled }: Network): number {
    const { incompleteBurst, maxUnsettled } = this.#options
    return incomplete > incompleteBurst ? 0 : Math.max(0, maxUnsettled - unsettled.size)
  }

  #tick(): void {
    for (const [name, network] of this.#networks) {
      this.#serveWaiting(network)
      const { queue, unsettled, incomplete } = network
      if (queue.length + unsettled.size + incomplete === 0) this.#networks.delete(name)
    }
    if (this.#waiting > 0) this.#closeOverBudget()
    if (this.#networks.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #serveWaiting(network: Network): void {
    const { incompleteLeakPerSecond, throttledPerSecond } = this.#options
    network.incomplete = Math.max(0, network.incomplete - perTick(incompleteLeakPerSecond))
    network.throttled = Math.max(0, network.throttled - perTick(throttledPerSecond))
    const isDue = network.throttled < 1 && network.queue.length > 0
    if (isDue) network.throttled++
    this.#serveNewest(network, Math.max(this.#countFree(network), isDue ? 1 : 0))
    this.#closeExpired(network.queue)
  }

  /** The newest first: clients of the others may have given up. */
  #serveNewest({ queue, unsettled }: Network, count: number): void {
    const next = count > 0 ? queue.splice(-count) : []
    this.#waiting -= next.length
    for (const { socket, serve } of next.toReversed()) {
      if (socket.destroyed) continue
      unsettled.add(socket)
      serve()
    }
  }

  #closeExpired(queue: Waiting[]): void {
    const expired = performance.now() - this.#options.maxWaitMs
    const staying = queue.findIndex(({ since }) => since > expired)
    this.#close(queue.splice(0, staying < 0 ? queue.length : staying))
  }

  /** Closes the oldest connections of the network that holds the most bytes. */
  #closeOverBudget(): void {
    const queues = [...this.#networks.values()].map(({ queue }) => ({
      queue,
      bytes: unreadBytes(queue),
    }))
    let excess = queues.reduce((sum, { bytes }) => sum + bytes, 0) - this.#options.maxUnreadBytes
    for (const { queue } of queues.toSorted((a, b) => b.bytes - a.bytes)) {
      while (excess > 0 && queue.length > 0) {
        const oldest = queue.splice(0, Math.ceil(queue.length / 10))
        excess -= unreadBytes(oldest)
        this.#close(oldest)
      }
    }
  }

  #close(connections: readonly Waiting[]): void {
    this.#waiting -= connections.length
    for (const { socket } of connections) {
      socket.destroy()
      this.#options.onClosed()
    }
  }
}
