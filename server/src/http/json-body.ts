// Reads request bodies: JSON only, not compressed, no deeper than it needs to be, and no text we could not store.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'

const MAX_DEPTH = 32
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json']

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Fastify's own parser, which refuses `__proto__` and `constructor.prototype`.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(MEDIA_TYPES, { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (error, value: unknown) => {
      if (error) return done(malformed(error), undefined)
      const fault = findFault(value)
      return fault ? done(fault, undefined) : done(null, value)
    })
  })
  app.addHook('onRequest', refuseCompressed)
}

async function refuseCompressed(request: FastifyRequest): Promise<void> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem('unsupported_media_type', 'Send the body uncompressed.')
  }
}

function malformed(cause: unknown): Problem {
  return new Problem('malformed_body', undefined, { cause })
}

/** Walks without recursion: the depth is the caller's choice until we have looked. */
export function findFault(body: unknown): Problem | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: body, depth: 1 }]
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, depth } = item
    if (typeof value === 'string') {
      if (!value.isWellFormed()) return unpaired()
    } else if (typeof value === 'number') {
      // 1e400 parses to Infinity and would be stored as null.
      if (!Number.isFinite(value)) return outOfRange()
    } else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH) return tooDeep()
      for (const [name, child] of Object.entries(value)) {
        if (!name.isWellFormed()) return unpaired()
        open.push({ value: child, depth: depth + 1 })
      }
    }
  }
  return undefined
}

function tooDeep(): Problem {
  return new Problem(
    'malformed_body',
    `The body nests deeper than ${MAX_DEPTH} levels; flatten it.`,
  )
}

function unpaired(): Problem {
  return new Problem(
    'malformed_body',
    'The body has text with an unpaired surrogate (\\ud800 to \\udfff), which is not Unicode.',
  )
}

function outOfRange(): Problem {
  return new Problem(
    'malformed_body',
    'The body has a number too large for JSON clients to read back.',
  )
}
