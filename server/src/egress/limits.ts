// Default limits for the duration and size of a response.

export type EgressLimits = {
  /** From the start of name resolution to the last byte of the response. */
  totalMs: number
  /** From the sent request to the headers of the response. */
  headersMs: number
  /** Between two chunks of the response body. */
  bodyMs: number
  /** Of the body; the rest is discarded. */
  keepBytes: number
  /** What a longer body means: it is truncated, or the request fails. */
  whenLarger: 'cut' | 'fail'
}

export const defaultLimits: EgressLimits = {
  totalMs: 15_000,
  headersMs: 15_000,
  bodyMs: 5_000,
  keepBytes: 16 * 1024,
  whenLarger: 'cut',
}

/** TCP, proxy and TLS together, for all addresses that are tried. */
export const CONNECT_MS = 6_000
/** Read and discarded beyond what is kept, so that the connection can be reused; a longer body closes it. */
export const DRAIN_BYTES = 64 * 1024
export const MAX_HEADER_BYTES = 16 * 1024
export const MAX_HEADERS = 100
/** Bounds the attempts for a name with hundreds of addresses. */
export const MAX_ADDRESSES_TRIED = 3
