// How long an answer may take and how large it may be, unless the caller asks for other figures.

export type EgressLimits = {
  /** From the first look at the name to the last byte of the answer. */
  totalMs: number
  /** From the sent request to the headers of the answer. */
  headersMs: number
  /** Between two pieces of the answer's body. */
  bodyMs: number
  /** Of the body; the rest is not kept. */
  keepBytes: number
  /** What a longer body means: it is cut off, or the request has failed. */
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
/** Read on beyond what is kept, to use the connection again; a longer body costs the connection. */
export const DRAIN_BYTES = 64 * 1024
export const MAX_HEADER_BYTES = 16 * 1024
export const MAX_HEADERS = 100
/** A name with hundreds of addresses must not keep us busy with one request. */
export const MAX_ADDRESSES_TRIED = 3
