// Servers that requests are sent to: one with a given request listener, and one that only speaks bytes.
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Identity } from './certificate.ts'

export type Receiver = {
  port: number
  /** Connections there were, not requests. */
  connections: () => number
  close(): Promise<void>
}

export type ReceiverOptions = { host?: string; port?: number; identity?: Identity }

export function startReceiver(
  answer: RequestListener,
  { host = '127.0.0.1', port = 0, identity }: ReceiverOptions = {},
): Promise<Receiver> {
  const server: Server = identity ? createHttpsServer(identity, answer) : createHttpServer(answer)
  return listen(server, host, port, () => server.closeAllConnections())
}

/** For answers that no HTTP server would give. */
export function startRawReceiver(talk: (socket: Socket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    talk(socket)
  })
  return listen(server, '127.0.0.1', 0, () => {
    for (const socket of sockets) socket.destroy()
  })
}

type Listener = ReturnType<typeof createServer> | Server

async function listen(
  server: Listener,
  host: string,
  port: number,
  end: () => void,
): Promise<Receiver> {
  let count = 0
  server.on('connection', () => count++)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    connections: () => count,
    async close() {
      server.close()
      end()
      await once(server, 'close')
    },
  }
}
