// A proxy that opens tunnels and remembers what it was asked for.
import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Identity } from './certificate.ts'

export type ConnectProxy = {
  port: number
  asked: { authority: string; host: string | undefined; authorization: string | undefined }[]
  close(): Promise<void>
}

export type ConnectProxyOptions = {
  identity?: Identity
  /** Answers this instead of opening a tunnel. */
  refuseWith?: number
  /** Where a name leads; an address leads to itself. */
  names?: Readonly<Record<string, string>>
  host?: string
}

export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const { identity, refuseWith, names = {}, host: at = '127.0.0.1' } = options
  const server: Server = identity ? createHttpsServer(identity) : createHttpServer()
  const asked: ConnectProxy['asked'] = []
  server.on('connect', (request, socket) => {
    const authority = request.url ?? ''
    const { host, 'proxy-authorization': authorization } = request.headers
    asked.push({ authority, host, authorization })
    socket.on('error', () => socket.destroy())
    if (refuseWith) return socket.end(`HTTP/1.1 ${refuseWith} No\r\ncontent-length: 0\r\n\r\n`)
    const [, name = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(authority) ?? []
    const onward = connect(Number(port), names[name] ?? name)
    onward.on('error', () => socket.destroy())
    onward.on('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    socket.on('close', () => onward.destroy())
  })
  server.listen(0, at)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    asked,
    async close() {
      server.close()
      server.closeAllConnections()
      await Promise.resolve()
    },
  }
}
