// What stands for a process of a cell behind a proxy: it says which cell it is.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CellBackend = { name: string; address: string; stop(): void }

/** Answers everything with its name and the host that the proxy passed. */
export async function startCellBackend(name: string): Promise<CellBackend> {
  const server = createServer((incoming, response) => {
    response.setHeader('content-type', 'text/plain')
    response.end(`${name} ${incoming.headers.host}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    name,
    address: `127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
