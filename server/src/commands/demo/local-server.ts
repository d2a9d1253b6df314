// What the demo connects to, on one port of this machine: receivers of webhooks, and the issue tracker.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../exit-codes.ts'
import { createTracker, type Tracker } from './tracker.ts'
import { fillWarehouse } from './tracker-issues.ts'
import { trackerPage } from './tracker-page.ts'

export type LocalServer = {
  /** Without a slash at the end. */
  url: string
  tracker: Tracker
  /** Deliveries by receiver. */
  received: ReadonlyMap<string, number>
  close(): Promise<void>
}

const ADDRESS = '127.0.0.1'
const TRACKER_PATH = '/tracker'
const HOOK = /^\/hooks\/([a-z-]{1,20})$/
/** Always down, so that retries can be seen. */
const BROKEN = 'ledger'
const MAX_BODY_BYTES = 2 ** 20

export const trackerUrl = (url: string): string => `${url}${TRACKER_PATH}`

export async function startLocalServer(port: number): Promise<LocalServer> {
  const tracker = createTracker()
  fillWarehouse(tracker)
  const received = new Map<string, number>()
  const server = createServer((request, response) => {
    respond(request, response, { tracker, received }).catch(() => response.destroy())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, ADDRESS, listening)
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new CommandError(
      'config',
      `Port ${port} is already in use. Stop the other program (perhaps another \`task-service demo\`), or choose a port with --port.`,
    )
  })
  return {
    url: `http://${ADDRESS}:${port}`,
    tracker,
    received,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { tracker, received }: { tracker: Tracker; received: Map<string, number> },
): Promise<void> {
  const body = await readText(request)
  const url = new URL(request.url ?? '/', `http://${ADDRESS}`)
  const [, receiver] = HOOK.exec(url.pathname) ?? []
  if (receiver !== undefined) {
    received.set(receiver, (received.get(receiver) ?? 0) + 1)
    await sleep(15 + (body.length % 60))
    response.writeHead(receiver === BROKEN ? 503 : 204).end()
  } else if (url.pathname.startsWith(TRACKER_PATH) && url.pathname.endsWith('.json')) {
    const key = request.headers['x-redmine-api-key']
    const method = request.method ?? 'GET'
    const sent = { method, url, key: Array.isArray(key) ? key[0] : key, body }
    const { status, body: answer } = tracker.answer(sent)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(answer && JSON.stringify(answer))
  } else if (url.pathname.startsWith(TRACKER_PATH)) {
    const page = trackerPage(tracker, TRACKER_PATH, url.pathname.slice(TRACKER_PATH.length))
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? 'Not found')
  } else {
    response.writeHead(404).end()
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
