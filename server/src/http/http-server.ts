// The server below the framework: how long clients may take, and what comes before the framework sees a request.
import { createServer, type RequestListener, type Server } from 'node:http'

/** Every filter of a list at its longest, in characters that take 12 bytes in a URL, is 22 KiB. */
export const MAX_HEADER_BYTES = 32_768

/**
 * A connection that takes nothing for so long has nobody at its end. No answer of ours takes that long to begin, and
 * streams have a heartbeat every 15 seconds.
 */
const STALLED_MS = 60_000

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
      // How late the two timeouts above may be noticed; the default of 30 s would triple them.
      connectionsCheckingInterval: 5_000,
    },
    listener,
  )
  return server.setTimeout(STALLED_MS)
}
