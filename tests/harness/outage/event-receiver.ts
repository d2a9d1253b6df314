// Receives webhooks and remembers under which IDs the event of each task came.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type EventReceiver = {
  url: string
  /** By task: the IDs under which its creation was delivered; more than one would look like several events. */
  deliveries: ReadonlyMap<string, ReadonlySet<string>>
  count: () => number
  /** Rejects what comes with 500 from now on, or no longer. */
  reject: (isRejecting: boolean) => void
  rejected: () => number
  stop: () => void
}

/** `host` is how the service reaches it, by default the loopback address. */
export async function startEventReceiver(host = '127.0.0.1'): Promise<EventReceiver> {
  const deliveries = new Map<string, Set<string>>()
  let count = 0
  let rejected = 0
  let isRejecting = false
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        if (isRejecting) {
          rejected++
          return void response.writeHead(500).end()
        }
        const { data } = JSON.parse(body) as { data: { id: string } } // of task.created
        const ids = deliveries.get(data.id) ?? new Set()
        deliveries.set(data.id, ids.add(String(request.headers['webhook-id'])))
        count++
        response.writeHead(204).end()
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`, // it listens on a port
    deliveries,
    count: () => count,
    reject: (is) => void (isRejecting = is),
    rejected: () => rejected,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
