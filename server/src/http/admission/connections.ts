// Limits the open connections of a process, and those of one network to as many as are still free: a single network gets
// half and leaves the other half to everyone else. New connections of a network are rate-limited.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#lib/network-of.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'
import { ConnectionPacing, type PacingOptions } from './connection-pacing.ts'

export type ConnectionLimits = {
  /** Null is no limit. */
  max: number | null
  /** False behind proxies, which bring the connections of many networks. */
  sharesByNetwork: boolean
  log: Pick<Logger, 'warn'>
  /** For tests. */
  pacing?: Omit<PacingOptions, 'onClosed'>
}

const REPORT_EVERY_MS = 1_000

/** A connection over the limit is closed without a response: sending one would need the resources that are used up. */
export function limitConnections(server: Server, limits: ConnectionLimits): Server {
  const { max, sharesByNetwork, log } = limits
  const byNetwork = new Map<string, number>()
  let open = 0
  let rejected = 0
  let reported = 0
  let timer: NodeJS.Timeout | undefined
  observeGauge('task_service.connections.open', 'Open client connections', () => open)
  observeCount(
    'task_service.connections.rejected',
    'Connections closed because of a limit',
    () => rejected,
  )
  const reject = () => {
    rejected++
    timer ??= setTimeout(() => {
      log.warn({ rejected: rejected - reported, open, limit: max }, 'too many connections')
      reported = rejected
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
  const isOverShare = (ofNetwork: number) =>
    max !== null && (open > max || (sharesByNetwork && ofNetwork > max - open + 1))
  const isPaced = max !== null && sharesByNetwork
  const serve = isPaced
    ? paceConnections(server, { ...limits.pacing, onClosed: reject })
    : undefined
  // In front of the server's own listener, which has nothing to do for a destroyed socket.
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const ofNetwork = count(network, 1)
    socket.once('close', () => count(network, -1))
    if (!isOverShare(ofNetwork)) return serve?.(socket, network)
    reject()
    socket.destroy()
  })
  return server
}

type Connection = { network: string; latest?: IncomingMessage; isCounted?: boolean }

/** Replaces the server's own listener, which starts reading; the returned function calls it once the connection may be read. */
function paceConnections(
  server: Server,
  options: PacingOptions,
): (socket: Socket, network: string) => void {
  const pacing = new ConnectionPacing(options)
  observeGauge(
    'task_service.connections.waiting',
    'New connections waiting to be read',
    () => pacing.waiting,
  )
  const connections = new WeakMap<Socket, Connection>()
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    if (!connection.latest) settleWith(pacing, connection, request, response)
    connection.latest = request
  })
  return (socket, network) => {
    const connection: Connection = { network }
    connections.set(socket, connection)
    socket.once('close', () => {
      const isComplete = connection.latest?.complete === true
      pacing.settle(socket, network, isComplete || connection.isCounted === true)
    })
    // Nothing else listens for errors of a waiting connection.
    socket.on('error', () => undefined)
    pacing.admit(socket, network, () => {
      for (const listener of listeners) listener.call(server, socket)
    })
  }
}

/** Settles on the first request: when it is complete, or when it gets a response before that. */
function settleWith(
  pacing: ConnectionPacing,
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { network } = connection
  const { socket } = request
  // A small request is complete once its first bytes were read.
  setImmediate(() => {
    if (request.complete) return pacing.settle(socket, network, true)
    response.once('finish', () => {
      if (request.complete) return pacing.settle(socket, network, true)
      if (response.getHeader('connection') !== 'close') return
      // Before it is closed: hundreds more may be accepted until then.
      connection.isCounted = true
      pacing.settle(socket, network, false)
    })
  })
}
