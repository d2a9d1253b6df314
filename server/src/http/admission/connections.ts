// How many connections a process holds open, and how many of them one network may have: what is still free at most, so
// that a single network gets half and leaves the other half to everyone else.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#lib/network-of.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'

export type ConnectionLimits = {
  /** Null is no limit. */
  most: number | null
  /** False behind proxies, which bring the connections of many networks. */
  sharesByNetwork: boolean
  log: Pick<Logger, 'warn'>
}

const REPORT_EVERY_MS = 1_000

/** A connection too many is closed without a response: writing one would need what there is none of. */
export function limitConnections(server: Server, limits: ConnectionLimits): Server {
  const { most, sharesByNetwork, log } = limits
  const byNetwork = new Map<string, number>()
  let open = 0
  let refused = 0
  let reported = 0
  let timer: NodeJS.Timeout | undefined
  observeGauge('task_service.connections.open', 'Connections of clients', () => open)
  observeCount('task_service.connections.refused', 'Connections closed at once', () => refused)
  const refuse = () => {
    refused++
    timer ??= setTimeout(() => {
      log.warn({ refused: refused - reported, open, limit: most }, 'too many connections')
      reported = refused
      timer = undefined
    }, REPORT_EVERY_MS).unref()
  }
  const count = (network: string, change: 1 | -1): number => {
    const now = (byNetwork.get(network) ?? 0) + change
    open += change
    if (now > 0) byNetwork.set(network, now)
    else byNetwork.delete(network)
    return now
  }
  // In front of the server's own listener, which has nothing to do for a destroyed socket.
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const ofNetwork = count(network, 1)
    socket.once('close', () => count(network, -1))
    if (most === null) return
    const isOverShare = sharesByNetwork && ofNetwork > most - open + 1
    if (open <= most && !isOverShare) return
    refuse()
    socket.destroy()
  })
  return server
}
