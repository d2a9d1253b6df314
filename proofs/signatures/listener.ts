// A receiver that keeps every message as it came, and refuses some at first, so that there are second and third attempts.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Message = { headers: Record<string, string>; body: string; attempt: number }

export type Listener = {
  url: string
  messages: Message[]
  /** Of these events one message was taken. */
  taken: Set<string>
  stop: () => Promise<void>
}

/** By the last digit of the event's id: most are taken at once, others at the second attempt, and so on. */
const REFUSALS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4]

export async function startListener(): Promise<Listener> {
  const messages: Message[] = []
  const taken = new Set<string>()
  const attempts = new Map<string, number>()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const headers = flatten(request.headers)
    const id = headers['webhook-id'] ?? ''
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    messages.push({ headers, body, attempt })
    const refusals = REFUSALS[Number.parseInt(id.slice(-1), 16)] ?? 0
    if (attempt > refusals) taken.add(id)
    response.writeHead(taken.has(id) ? 204 : 503).end()
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => request.destroy())
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // listening on TCP
    messages,
    taken,
    async stop() {
      server.closeAllConnections()
      await new Promise((resume) => server.close(resume))
    },
  }
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
