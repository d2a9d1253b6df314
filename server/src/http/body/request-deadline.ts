// How long a request may take to arrive: 30 seconds, except for files, which must only keep arriving at a minimum rate. Node.js
// has one timeout for all requests of a server, so it is measured here.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

const REQUEST_MS = 30_000
/** A file on the slowest connection that is still of use: 25 MiB in less than an hour. */
const MIN_BYTES_PER_SECOND = 8 * 1024
const CHECK_MS = 5_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Requests that do not arrive in time are answered with 408, and their connections are closed. */
export function limitReceiving(listener: RequestListener, server: () => Server): RequestListener {
  return (request, response) => {
    if (hasBody(request)) {
      const expire = () => giveUp(server(), request, response)
      watch(request, setTimeout(expire, REQUEST_MS))
    }
    return listener(request, response)
  }
}

/** From now on the request must arrive at the minimum rate, on average. Calls `expire` when it does not. */
export function allowSlowBody(request: IncomingMessage, expire: () => void): void {
  clearTimeout(timers.get(request))
  if (request.complete) return
  const startedAt = performance.now()
  const before = request.socket.bytesRead
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt - REQUEST_MS) / 1_000
    const received = request.socket.bytesRead - before
    if (seconds > 0 && received < seconds * MIN_BYTES_PER_SECOND) expire()
  }, CHECK_MS)
  watch(request, timer)
}

function watch(request: IncomingMessage, timer: NodeJS.Timeout): void {
  timers.set(request, timer.unref())
  const stop = () => clearTimeout(timer)
  request.once('end', stop).once('close', stop)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** As Node.js does for its own timeout. */
function giveUp(server: Server, request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return
  if (response.headersSent) return void request.socket.destroy()
  const error = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.emit('clientError', error, request.socket)
}
