// The server below the framework: how long clients may take, and what comes before the framework sees a request.
import { createServer, type RequestListener, type Server } from 'node:http'

/** Every filter of a list at its longest, in characters that take 12 bytes in a URL, is 22 KiB. */
export const MAX_HEADER_BYTES = 32_768

export function createHttpServer(listener: RequestListener): Server {
  return createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
    },
    listener,
  )
}
