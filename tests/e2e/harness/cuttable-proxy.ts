// A proxy between browser and server that can cut the live stream.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

const STREAM = '/ui/api/events/stream'

export type CuttableProxy = {
  url: string
  /** Ends the open streams and rejects new ones; everything else still works. */
  cut: () => void
  restore: () => void
  /** Streams that go through it now. */
  streams: () => number
  close: () => void
}

export async function openCuttableProxy(target: string): Promise<CuttableProxy> {
  const streams = new Set<ServerResponse>()
  let isCut = false
  const forward: RequestListener = (received, reply) => {
    const isStream = received.url?.startsWith(STREAM) === true
    if (isStream && isCut) {
      received.socket.destroy()
      return
    }
    if (isStream) {
      streams.add(reply)
      reply.on('close', () => streams.delete(reply))
    }
    pass(target, received, reply)
  }
  const server = createServer(forward)
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  return {
    // Under the same name, by which the program knows the tenant.
    url: `http://${new URL(target).hostname}:${(server.address() as AddressInfo).port}`, // it listens on a port
    cut() {
      isCut = true
      for (const reply of streams) reply.destroy()
    },
    restore() {
      isCut = false
    },
    streams: () => streams.size,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(target: string, received: IncomingMessage, reply: ServerResponse): void {
  const { method, headers, url } = received
  const sent = request(`${target}${url}`, { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    reply.flushHeaders()
    answer.pipe(reply)
    answer.on('error', () => reply.destroy())
  })
  sent.on('error', () => reply.destroy())
  reply.on('close', () => sent.destroy())
  received.pipe(sent)
}
