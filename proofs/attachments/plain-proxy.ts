// In front of the service, on one origin with it: adds a page of an attacker who already has a place there, counts what ran, and in
// the control takes the safe headers away.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const SAFE_HEADERS = [
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'x-frame-options',
]

export type PlainProxy = {
  url: string
  /** What files reported, by name and way. */
  ran: string[]
  close: () => Promise<void>
}

/** `typeOf` is set in the control: downloads have the type that their upload named, and no safe headers. */
export async function openProxy(
  target: string,
  typeOf?: (path: string) => string | undefined,
): Promise<PlainProxy> {
  const ran: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://x')
    if (pathname === '/ran') {
      ran.push(searchParams.get('file') ?? '')
      return void outgoing.end()
    }
    if (pathname === '/attack') return answerAttack(outgoing)
    pass(incoming, outgoing, target, typeOf?.(pathname))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    ran,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Without a policy: only the headers of the files are left. */
function answerAttack(outgoing: ServerResponse): void {
  outgoing.setHeader('content-type', 'text/html; charset=utf-8')
  outgoing.end('<!doctype html><title>attack</title><body></body>')
}

function pass(
  { url, method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  type: string | undefined,
): void {
  // The service accepts its own host only; the browser is at another port.
  const sent = { ...headers, host: new URL(target).host }
  const asked = request(`${target}${url}`, { method, headers: sent }, (answer) => {
    const given = { ...answer.headers }
    if (type !== undefined) {
      for (const name of SAFE_HEADERS) delete given[name]
      given['content-type'] = type
    }
    outgoing.writeHead(answer.statusCode ?? 502, given)
    answer.pipe(outgoing)
  })
  asked.on('error', () => outgoing.destroy())
  asked.end()
}
