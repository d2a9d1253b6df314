// A service that has turned hostile: it speaks the protocol, takes any key, and hands out whatever it likes.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EdgeResult, EdgeResults } from '@task-service/contract'

/** What is handed out, as it is: not held to any schema. */
export type HostileOrder = Record<string, unknown>

export type Heard = { result: EdgeResult; rows: unknown[][]; tookMs: number }

export type HostilePlane = {
  url: string
  /** Hands an order out and waits for its result; undefined when none comes in time. */
  ask(order: HostileOrder, timeoutMs: number): Promise<Heard | undefined>
  /** Answers the next poll with this, word for word. */
  answerPoll(text: string): Promise<void>
  /** Everything that the connector ever sent. */
  heard(): string
  stop(): Promise<void>
}

type Waiting = {
  order: HostileOrder
  startedMs: number
  settle: (heard: Heard | undefined) => void
}

export async function startHostilePlane(): Promise<HostilePlane> {
  const plane = new Plane()
  const server = createServer((request, response) => void plane.answer(request, response))
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    ask: (order, timeoutMs) => plane.ask(order, timeoutMs),
    answerPoll: (text) => plane.answerPoll(text),
    heard: () => plane.heard,
    stop: () => stop(server),
  }
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const now = () => new Date().toISOString()
const secret = () => randomBytes(32).toString('base64url')
const hex = () => randomBytes(16).toString('hex')
const later = () => new Date(Date.now() + 86_400_000).toISOString()

class Plane {
  heard = ''
  readonly #queue: Waiting[] = []
  readonly #waiting = new Map<string, Waiting>()
  readonly #chunks = new Map<string, string[]>()
  readonly #texts: { text: string; sent: () => void }[] = []
  #poll: ServerResponse | undefined

  ask(order: HostileOrder, timeoutMs: number): Promise<Heard | undefined> {
    return new Promise((resolve) => {
      const job = String(order['job'])
      const timer = setTimeout(() => {
        this.#waiting.delete(job)
        resolve(undefined)
      }, timeoutMs)
      const settle = (heard: Heard | undefined) => {
        clearTimeout(timer)
        this.#waiting.delete(job)
        resolve(heard)
      }
      const waiting = { order, startedMs: performance.now(), settle }
      this.#waiting.set(job, waiting)
      this.#queue.push(waiting)
      this.#serve()
    })
  }

  answerPoll(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#texts.push({ text, sent: resolve })
      this.#serve()
    })
  }

  #serve(): void {
    const poll = this.#poll
    if (poll === undefined) return
    const text = this.#texts.shift()
    if (text === undefined && this.#queue.length === 0) return
    this.#poll = undefined
    if (text !== undefined) {
      poll.setHeader('content-type', 'application/json')
      poll.end(text.text, text.sent)
      return
    }
    const orders = this.#queue.splice(0)
    for (const one of orders) one.startedMs = performance.now()
    reply(poll, polled(orders.map(({ order }) => order)))
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const path = request.url ?? ''
    this.heard += `${path}\n${body}\n`
    if (path === '/edge/poll') {
      response.on('close', () => {
        if (this.#poll === response) this.#poll = undefined
      })
      this.#poll = response
      this.#serve()
      return
    }
    const [, job, chunk] = /^\/edge\/jobs\/([^/]+)\/(?:chunks\/(\d+)|result)$/.exec(path) ?? []
    if (job !== undefined && chunk !== undefined) {
      const chunks = this.#chunks.get(job) ?? []
      chunks[Number(chunk)] = body
      this.#chunks.set(job, chunks)
      response.writeHead(204).end()
      return
    }
    if (job !== undefined) this.#take(job, JSON.parse(body) as EdgeResult)
    if (path === '/edge/results') {
      const { results } = JSON.parse(body) as EdgeResults
      for (const { job: one, ...result } of results) this.#take(one, result)
    }
    reply(response, answers[path]?.() ?? { taken: 'now' })
  }

  #take(job: string, result: EdgeResult): void {
    const waiting = this.#waiting.get(job)
    if (waiting === undefined) return
    const text = this.#chunks.get(job)?.join('')
    const rows = result.rows ?? (text === undefined ? [] : (JSON.parse(text) as unknown[][]))
    waiting.settle({ result, rows, tookMs: performance.now() - waiting.startedMs })
  }
}

const answers: Readonly<Record<string, () => unknown>> = {
  '/edge/enrol': () => ({
    connector: `con_${hex()}`,
    name: 'victim',
    ratchet: secret(),
    server_time: now(),
  }),
  '/edge/challenge': () => ({ challenge: secret(), server_time: now() }),
  '/edge/session': () => ({
    session: `eds_${hex()}`,
    expires_at: later(),
    ratchet: secret(),
    key_expires_at: later(),
    server_time: now(),
  }),
  '/edge/announce': () => ({ server_time: now() }),
  '/edge/results': () => ({ taken: 1 }),
  '/edge/rotate': () => ({ key_expires_at: later() }),
}

export const polled = (jobs: readonly unknown[]) => ({
  jobs,
  server_time: now(),
  wishes: { rotate: false, announce: false, drain: false },
})

function reply(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives bytes
  return Buffer.concat(chunks).toString()
}
