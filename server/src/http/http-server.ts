// The HTTP server below the framework: timeouts of clients, and what runs before the framework sees a request.
import { createServer, type RequestListener, type Server } from 'node:http'
import { limitReceiving } from './body/request-deadline.ts'

/** All filters of a list at maximum length, in characters that take 12 bytes in a URL, are 22 KiB. */
export const MAX_HEADER_BYTES = 32_768

/**
 * A connection that is silent for this long is dead. No response takes that long to begin, and streams have a heartbeat
 * every 15 seconds.
 */
const STALLED_MS = 60_000

export function createHttpServer(listener: RequestListener): Server {
  const server: Server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      // See body/request-deadline.ts.
      requestTimeout: 0,
      keepAliveTimeout: 75_000,
      // How often the timeout of the headers is checked; the default of 30 s would triple it.
      connectionsCheckingInterval: 5_000,
    },
    limitReceiving(listener, () => server),
  )
  return server.setTimeout(STALLED_MS)
}
