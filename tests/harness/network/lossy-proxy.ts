// A proxy that passes every request on and loses some of the responses: clients cannot know whether they were applied.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startReceiver } from './receiver.ts'

export type LossyProxy = {
  url: string
  /** Responses that were lost. */
  lost: () => number
  close: () => Promise<void>
}

/** Of the connection, not of the message. */
const HOP = ['host', 'connection', 'content-length', 'accept-encoding']

/** Loses one of `every` responses. */
export async function startLossyProxy(target: string, every: number): Promise<LossyProxy> {
  let count = 0
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET' } = request
    const body = await buffer(request)
    const given = Object.entries(request.headers).filter(([name]) => !HOP.includes(name))
    const answer = await fetch(`${target}${request.url}`, {
      method,
      headers: given.map(([name, value]) => [name, String(value)]),
      ...(method !== 'GET' && { body }),
    })
    const text = await answer.text()
    if (++count % every === 0) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(text)
  }
  const receiver = await startReceiver((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  return {
    url: `http://127.0.0.1:${receiver.port}`,
    lost: () => Math.floor(count / every),
    close: () => receiver.close(),
  }
}
