// A TCP proxy on loopback whose connections can go silent: nothing is forwarded, and neither side gets a FIN or
// an RST. That is what a peer looks like whose machine lost power or whose packets a firewall drops.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = {
  /** The same database, through the proxy. */
  through(databaseUrl: string): string
  /** Open connections stay open and silent for good. New ones still work unless `newToo`: as after a failover. */
  silence(options?: { newToo?: boolean }): void
  /** New connections work again; the silent ones stay silent. */
  heal(): void
  /** Open connections of clients. */
  open(): number
  stop(): Promise<void>
}

type Pair = { client: Socket; server: Socket }

export async function startSilentProxy(target: {
  host?: string
  port: number
}): Promise<SilentProxy> {
  const pairs = new Set<Pair>()
  let takesNew = true
  const listener = createServer((client) => {
    const server = connect(target.port, target.host ?? '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    const end = () => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    if (takesNew) forward(pair)
    else mute(pair)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo // of a TCP server, see above
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    silence({ newToo = false } = {}) {
      takesNew = !newToo
      for (const pair of pairs) mute(pair)
    },
    heal() {
      takesNew = true
    },
    open: () => pairs.size,
    async stop() {
      const closed = once(listener, 'close')
      listener.close()
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      await closed
    },
  }
}

function forward({ client, server }: Pair): void {
  client.pipe(server)
  server.pipe(client)
}

function mute({ client, server }: Pair): void {
  for (const socket of [client, server]) socket.unpipe().pause()
}
