// A TCP proxy in front of PostgreSQL that can hold back new connections, by what their startup packet says.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Gate = {
  port: number
  /** From now on new connections wait for what this returns. The startup packet has the role of the connection. */
  hold: (waitFor: WaitFor) => void
  /** Closes all connections. */
  cut: () => void
  stop: () => Promise<void>
}

type WaitFor = (startup: string) => Promise<unknown> | undefined

const waitForNothing: WaitFor = () => undefined

export async function startGate(targetPort: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let waitFor = waitForNothing
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  async function forward(client: Socket, startup: Buffer): Promise<void> {
    client.pause()
    await waitFor(startup.toString('latin1'))
    if (client.destroyed) return
    const server = connect(targetPort, '127.0.0.1')
    keep(sockets, server)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    server.write(startup)
    client.pipe(server).pipe(client)
  }
  const listener = createServer((client) => {
    keep(sockets, client)
    client.once('data', (startup: Buffer) => void forward(client, startup))
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port, // of a TCP server, see above
    hold: (next) => void (waitFor = next),
    cut,
    async stop() {
      const closed = once(listener, 'close')
      listener.close()
      cut()
      await closed
    },
  }
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('close', () => sockets.delete(socket))
}
