// A proxy that opens tunnels and remembers what it was asked for.
import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Identity } from './certificate.ts'

export type ConnectProxy = {
  port: number
  asked: { authority: string; host: string | undefined; authorization: string | undefined }[]
  /** Ends the tunnels that are open, as a proxy that is restarted does. */
  cut(): void
  close(): Promise<void>
}

export type ConnectProxyOptions = {
  identity?: Identity
  /** Answers this instead of opening a tunnel. */
  refuseWith?: number
  /** `user:password` that it requires (RFC 7617); others get 407. */
  credentials?: string
  /** Where a name leads; an address leads to itself. */
  names?: Readonly<Record<string, string>>
  host?: string
}

export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const { identity, refuseWith, credentials, names = {}, host: at = '127.0.0.1' } = options
  const server: Server = identity ? createHttpsServer(identity) : createHttpServer()
  const asked: ConnectProxy['asked'] = []
  const open = new Set<Duplex>()
  server.on('connect', (request, socket) => {
    const authority = request.url ?? ''
    const { host, 'proxy-authorization': authorization } = request.headers
    asked.push({ authority, host, authorization })
    socket.on('error', () => socket.destroy())
    if (refuseWith) return socket.end(`HTTP/1.1 ${refuseWith} No\r\ncontent-length: 0\r\n\r\n`)
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    if (wanted && authorization !== wanted) {
      const challenge = 'proxy-authenticate: Basic realm="proxy"\r\ncontent-length: 0'
      return socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${challenge}\r\n\r\n`)
    }
    const [, name = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(authority) ?? []
    const onward = connect(Number(port), names[name] ?? name)
    onward.on('error', () => socket.destroy())
    onward.on('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      onward.destroy()
    })
  })
  server.listen(0, at)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    asked,
    cut() {
      for (const socket of open) socket.destroy()
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      server.closeAllConnections()
      await Promise.resolve()
    },
  }
}
