// Listens with several sockets on one port. The event loop accepts one connection per socket and iteration, however many are
// in the queue: with a single socket, a client would wait behind thousands of connections that others have opened.
import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listen backlog: a burst of clients must not be rejected before we can respond. */
const BACKLOG = 4096
/** The kernel divides new connections among them. */
const SOCKETS = 16

/** Returns the URL; rejects with EADDRINUSE when another program uses the port. */
export async function listen(
  app: FastifyInstance,
  address: { port: number; host: string },
  sockets = SOCKETS,
): Promise<string> {
  const others: Server[] = []
  app.addHook('preClose', async () => {
    for (const other of others) other.close()
  })
  // Sockets that share a port would also share it with those of another process of ours.
  if (address.port !== 0) await close(await open(createServer(), address))
  const options = { ...address, backlog: BACKLOG, reusePort: sockets > 1 && canSharePorts() }
  const url = await app.listen(options)
  if (!options.reusePort) return url
  const { port } = app.server.address() as AddressInfo // it listens on a port
  while (others.length < sockets - 1) {
    const other = createServer((socket) => void app.server.emit('connection', socket))
    others.push(await open(other, { ...options, port }))
  }
  return url
}

/** On other platforms Node.js rejects the option, or the system gives all connections to one of the sockets. */
const canSharePorts = () => process.platform === 'linux'

async function open(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options)
  await once(server, 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
