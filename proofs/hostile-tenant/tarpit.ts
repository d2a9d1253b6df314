// A server that accepts every connection and never responds.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export async function startTarpit(): Promise<{ url: string; stop: () => void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
