// What stands in front of the processes of the service: each request goes to the next of them.
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Identity } from '../network/certificate.ts'

export type Balancer = { port: number; requests: () => number; close: () => Promise<void> }

/** `pick`: where the request of that number goes. */
export async function startBalancer(options: {
  pick: (count: number) => string
  identity?: Identity
  host?: string
}): Promise<Balancer> {
  const { pick, identity, host = '0.0.0.0' } = options
  let count = 0
  const pass = (request: IncomingMessage, reply: ServerResponse): void => {
    const { hostname, port } = new URL(pick(count++))
    const { method, url, headers } = request
    const onward = send({ host: hostname, port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
      answer.on('error', () => reply.destroy())
    })
    onward.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()))
    reply.on('close', () => onward.destroy())
    request.on('error', () => onward.destroy())
    request.pipe(onward)
  }
  const server: Server = identity ? createHttpsServer(identity, pass) : createHttpServer(pass)
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    requests: () => count,
    async close() {
      server.close()
      server.closeAllConnections()
      await Promise.resolve()
    },
  }
}
