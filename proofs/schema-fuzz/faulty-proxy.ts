// A proxy between client and service that corrupts a few responses, to show that the fuzzer notices.
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

export type FaultyProxy = { url: string; spoiled: () => number; stop: () => void }

/** Every how many answers one is spoiled; odd ones lose a field, even ones become 500. */
const EVERY = 100

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let answers = 0
  let spoiled = 0
  const forward: RequestListener = (received, reply) => {
    const { method, headers } = received
    const sent = request(`${target}${received.url}`, { method, headers }, (answer) => {
      if (++answers % EVERY === 0) void spoil(answer, reply, ++spoiled)
      else answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers))
    })
    sent.on('error', () => reply.destroy())
    received.pipe(sent)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no loopback port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spoiled: () => spoiled,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function spoil(answer: IncomingMessage, reply: ServerResponse, turn: number): Promise<void> {
  const body = await buffer(answer)
  const { 'content-length': _, ...headers } = answer.headers
  if (turn % 2 === 0 || !headers['content-type']?.includes('json')) {
    reply.writeHead(500, headers).end(body)
  } else {
    reply.writeHead(answer.statusCode ?? 502, headers).end(withoutFirstField(body.toString()))
  }
}

function withoutFirstField(text: string): string {
  const [, ...rest] = Object.entries(JSON.parse(text || '{}') as Record<string, unknown>) // answers are objects
  return JSON.stringify(Object.fromEntries(rest))
}
