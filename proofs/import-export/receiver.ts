// A webhook receiver that verifies signatures, rejects everything for a while, and knows how often it acknowledged each event.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Receiver = {
  url: string
  /** The answer to what arrives from now on. */
  accept: (accepts: boolean) => void
  /** Of its webhook; signatures are verified from then on. */
  expect: (secret: string) => void
  /** How often each event was acknowledged. */
  acknowledged: Map<string, number>
  /** Requests that were rejected on purpose. */
  rejected: () => number
  /** Requests that were not signed with the secret. */
  forged: () => number
  stop: () => void
}

export async function startReceiver(): Promise<Receiver> {
  const acknowledged = new Map<string, number>()
  let accepts = true
  let key: Buffer | undefined
  let [rejected, forged] = [0, 0]
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const id = String(request.headers['webhook-id'])
    const body = await text(request)
    const signed = `${id}.${String(request.headers['webhook-timestamp'])}.${body}`
    const signature = key && createHmac('sha256', key).update(signed).digest('base64')
    if (!signature || !String(request.headers['webhook-signature']).includes(signature)) forged++
    if (accepts) acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1)
    else rejected++
    response.writeHead(accepts ? 204 : 503).end()
  }
  // A sender that goes away is none of its concern.
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens
  return {
    url: `http://127.0.0.1:${port}/hook`,
    accept: (value) => void (accepts = value),
    expect: (secret) => void (key = Buffer.from(secret.replace('whsec_', ''), 'base64')),
    acknowledged,
    rejected: () => rejected,
    forged: () => forged,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
