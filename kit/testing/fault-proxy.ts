// A proxy between an integration and its backend that injects faults on request, so that a real server shows every fault too.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/**
 * - a status: answered in the backend's place, which never sees the request
 * - `timeout`: no answer at all, and nothing reaches the backend
 * - `half body`: the backend's answer, cut off in the middle by a lost connection
 * - `torn json`: the backend's answer, cut off in the middle and ended in order
 * - `lost answer`: the backend does what was asked, and the connection ends before it answers
 */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'timeout'
  | 'half body'
  | 'torn json'
  | 'lost answer'

type Asked = { method: string; path: string }
type Waiting = { fault: Fault; matches: (asked: Asked) => boolean }

export type FaultProxy = {
  url: string
  /** The next request that `matches`, by default any, gets this fault. */
  next: (fault: Fault, matches?: (asked: Asked) => boolean) => void
  /** From now on every request gets this fault, until `clear`. */
  always: (fault: Fault) => void
  clear: () => void
  stop: () => Promise<void>
}

/** The header that names the target of a request. */
export const targetHeader = 'x-fault-proxy-target'

export async function startFaultProxy(): Promise<FaultProxy> {
  const waiting: Waiting[] = []
  let standing: Fault | undefined
  const server = createServer((incoming, outgoing) => {
    const asked = { method: incoming.method ?? '', path: incoming.url ?? '' }
    const at = waiting.findIndex(({ matches }) => matches(asked))
    const fault = at < 0 ? standing : waiting.splice(at, 1)[0]?.fault
    void answer(incoming, outgoing, fault).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('no port for the fault proxy')
  return {
    url: `http://127.0.0.1:${address.port}`,
    next: (fault, matches = () => true) => void waiting.push({ fault, matches }),
    always: (fault) => void (standing = fault),
    clear() {
      waiting.length = 0
      standing = undefined
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await readAll(incoming)
  if (fault === 'timeout') return
  if (typeof fault === 'object') {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    outgoing.writeHead(fault.status, { ...type, ...fault.headers }).end(fault.body ?? '{}')
    return
  }
  const real = await forward(incoming, body)
  if (fault === 'lost answer') {
    outgoing.destroy()
    return
  }
  const headers = { ...real.headers }
  delete headers['transfer-encoding']
  delete headers['connection']
  const half = real.body.subarray(0, Math.floor(real.body.length / 2))
  if (fault === 'half body') {
    outgoing.writeHead(real.status, { ...headers, 'content-length': Math.max(2, real.body.length) })
    outgoing.write(half)
    // Only after the half has left, or the answer would be lost as a whole.
    setImmediate(() => outgoing.destroy())
    return
  }
  const sent = fault === 'torn json' ? half : real.body
  if (real.body.length > 0) headers['content-length'] = String(sent.length)
  outgoing.writeHead(real.status, headers).end(sent)
}

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }

async function forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { [targetHeader]: target, ...headers } = incoming.headers
  const url = new URL(incoming.url ?? '/', String(target))
  const outgoing = request(url, {
    method: incoming.method ?? 'GET',
    headers: { ...headers, host: url.host, connection: 'close' },
  })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage] // the event's only argument
  const bytes = await readAll(response)
  return { status: response.statusCode ?? 0, headers: response.headers, body: bytes }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer) // no encoding is set, so chunks are bytes
  return Buffer.concat(chunks)
}
