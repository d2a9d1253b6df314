// A hostile page on a real server: pages that only the test tool answers for are kept from this machine's addresses by
// the browser itself, and would show nothing.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ATTACK_PAGE } from './attack-page.ts'

export type Neighbor = { port: number; close: () => void }

export async function openNeighbor(): Promise<Neighbor> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ATTACK_PAGE)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
