// Takes spans as OpenTelemetry's collector does, and keeps what they say.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Collector = { url: string; taken: string[]; close: () => void }

export async function startCollector(): Promise<Collector> {
  const taken: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((said) => {
      taken.push(said.toString('latin1'))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
