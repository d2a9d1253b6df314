// Compresses responses of the API for clients that accept it. Tasks are mostly repeated names, so that a page takes a tenth of
// the bytes. Streams and downloads are sent while they are generated, and stay as they are.
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Smaller ones fit one packet with their headers. */
const MIN_CHARACTERS = 1_024
/** Beyond it, each level costs twice the time for a few percent. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5

type Encoding = 'br' | 'gzip'
type Done = (error: Error | null, compressed: Buffer) => void

const compressors: Record<Encoding, (body: Buffer, done: Done) => void> = {
  br: (body, done) => brotliCompress(body, brotliOptions(body.length), done),
  gzip: (body, done) => gzip(body, { level: GZIP_LEVEL }, done),
}

function brotliOptions(size: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  }
}

/** In the threads of zlib, so that the process can serve other requests. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_CHARACTERS) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const { 'accept-encoding': accepted } = request.headers
    const encoding = typeof accepted === 'string' ? chooseEncoding(accepted) : undefined
    // The headers of HEAD are those of GET without what only its body decides.
    if (!encoding || request.method === 'HEAD' || isFromOtherSite(request)) {
      return done(null, payload)
    }
    return compressors[encoding](Buffer.from(payload), (error, compressed) => {
      // Then the client gets it as it is.
      if (error) return done(null, payload)
      reply.header('content-encoding', encoding)
      done(null, compressed)
    })
  })
}

/**
 * The size of a compressed response reveals whether it repeats what the request contains. Another site can make a browser send
 * requests with its cached password and watch the sizes (the BREACH attack), so that those responses are not compressed. A key or
 * token is never sent for another site.
 */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return /^basic /i.test(headers.authorization ?? '')
}

/** Brotli if the client does not prefer gzip. Undefined if it accepts neither. */
export function chooseEncoding(header: string): Encoding | undefined {
  const weights: Record<Encoding, number> = { br: 0, gzip: 0 }
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (name !== 'br' && name !== 'gzip') continue
    const weight = parameters.find((text) => text.startsWith('q='))
    weights[name] = weight === undefined ? 1 : Number(weight.slice(2)) || 0
  }
  if (weights.br === 0 && weights.gzip === 0) return undefined
  return weights.br >= weights.gzip ? 'br' : 'gzip'
}
