// Paces the new connections of a network. One that has not sent a complete request yet costs the event loop as much as a
// request, whatever becomes of it, and closing it at once would only bring the next one sooner. So of each network only
// some are read at a time, and few of a network whose connections keep ending without a complete request; the others wait.
import type { Socket } from 'node:net'

export type PacingOptions = {
  /** Connections of a network that are read and have not sent a complete request. */
  maxUnsettled?: number
  /** So many incomplete connections of a network, beyond what is forgiven over time, are no accident. */
  tolerated?: number
  forgivenPerSecond?: number
  /** Of those who wait, in any case. */
  servedPerSecond?: number
  longestWaitMs?: number
  /** Received and unread, of all connections that wait. */
  maxBytes?: number
  onClosed?: () => void
}

const defaults: Required<PacingOptions> = {
  maxUnsettled: 100,
  tolerated: 20,
  forgivenPerSecond: 5,
  servedPerSecond: 20,
  longestWaitMs: 5_000,
  maxBytes: 16 * 2 ** 20,
  onClosed: () => undefined,
}

type Waiting = { socket: Socket; serve: () => void; since: number }
type Network = {
  unsettled: Set<Socket>
  incomplete: number
  /** Of the connections that are served although there are too many; below 1, the next one is due. */
  served: number
  line: Waiting[]
}

const TICK_MS = 50
const perTick = (perSecond: number) => (perSecond * TICK_MS) / 1_000
const unreadBytes = (line: readonly Waiting[]) =>
  line.reduce((sum, { socket }) => sum + socket.readableLength, 0)

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

  /** Calls `serve` now, later, or never: then the connection is closed. */
  admit(socket: Socket, name: string, serve: () => void): void {
    const network = this.#find(name)
    if (this.#countFree(network) > 0) {
      network.unsettled.add(socket)
      serve()
      return
    }
    this.#waiting++
    network.line.push({ socket, serve, since: performance.now() })
  }

  /** A connection that was served has sent a complete request, or it ended without. */
  settle(socket: Socket, name: string, isComplete: boolean): void {
    const network = isComplete ? this.#networks.get(name) : this.#find(name)
    network?.unsettled.delete(socket)
    if (!network || isComplete) return
    const { tolerated, forgivenPerSecond } = this.#options
    // No more than is forgiven in a minute: what is over is soon forgotten.
    network.incomplete = Math.min(network.incomplete + 1, tolerated + 60 * forgivenPerSecond)
  }

  #find(name: string): Network {
    const network = this.#networks.get(name)
    if (network) return network
    const added = { unsettled: new Set<Socket>(), incomplete: 0, served: 0, line: [] }
    this.#networks.set(name, added)
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
    return added
  }

  #countFree({ incomplete, unsettled }: Network): number {
    const { tolerated, maxUnsettled } = this.#options
    return incomplete > tolerated ? 0 : Math.max(0, maxUnsettled - unsettled.size)
  }

  #tick(): void {
    for (const [name, network] of this.#networks) {
      this.#goOn(network)
      const { line, unsettled, incomplete } = network
      if (line.length + unsettled.size + incomplete === 0) this.#networks.delete(name)
    }
    if (this.#waiting > 0) this.#closeOverBudget()
    if (this.#networks.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #goOn(network: Network): void {
    const { forgivenPerSecond, servedPerSecond } = this.#options
    network.incomplete = Math.max(0, network.incomplete - perTick(forgivenPerSecond))
    network.served = Math.max(0, network.served - perTick(servedPerSecond))
    const isDue = network.served < 1 && network.line.length > 0
    if (isDue) network.served++
    this.#serveNewest(network, Math.max(this.#countFree(network), isDue ? 1 : 0))
    this.#closeExpired(network.line)
  }

  /** The newest first: clients of the others may have given up. */
  #serveNewest({ line, unsettled }: Network, count: number): void {
    const next = count > 0 ? line.splice(-count) : []
    this.#waiting -= next.length
    for (const { socket, serve } of next.toReversed()) {
      if (socket.destroyed) continue
      unsettled.add(socket)
      serve()
    }
  }

  #closeExpired(line: Waiting[]): void {
    const expired = performance.now() - this.#options.longestWaitMs
    const staying = line.findIndex(({ since }) => since > expired)
    this.#close(line.splice(0, staying < 0 ? line.length : staying))
  }

  /** The network that holds most loses its oldest. */
  #closeOverBudget(): void {
    const lines = [...this.#networks.values()].map(({ line }) => ({
      line,
      bytes: unreadBytes(line),
    }))
    let excess = lines.reduce((sum, { bytes }) => sum + bytes, 0) - this.#options.maxBytes
    for (const { line } of lines.toSorted((a, b) => b.bytes - a.bytes)) {
      while (excess > 0 && line.length > 0) {
        const oldest = line.splice(0, Math.ceil(line.length / 10))
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
