// Request lines with a whole URL (RFC 9112 §3.2.2). The tenant is taken from the Host header, and a proxy in front may have
// used the URL: if they differ, the request is ambiguous.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Problem } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'

/** Runs before anything reads the URL; after it, there are only paths. */
export function refuseOtherAuthority(handler: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '/' } = request
    if (url.startsWith('/') || url === '*') return handler(request, response)
    const target = URL.parse(url)
    if (!target || !isSame(target, request.headers.host)) return refuse(request, response)
    request.url = `${target.pathname}${target.search}`
    return handler(request, response)
  }
}

function isSame(target: URL, host: string | undefined): boolean {
  const isHttp = target.protocol === 'http:' || target.protocol === 'https:'
  if (!isHttp || target.username !== '' || target.password !== '') return false
  // Parsed in the same way, so that case and the default port make no difference.
  return host !== undefined && URL.parse(`${target.protocol}//${host}/`)?.host === target.host
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const detail =
    'The URL in the request line and the Host header have different hosts. Send only the path, or the same host in both.'
  const problem = new Problem('malformed_http', detail)
  const body = JSON.stringify(problem.toBody(uuidv7()))
  response.writeHead(problem.status, {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(body)
  request.resume()
}
