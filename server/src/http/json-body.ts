// Reads request bodies: only JSON, uncompressed, with limited depth, and only text that can be stored.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTimeShare } from '#lib/fair/time-share.ts'
import { quote } from '#lib/messages/field-problem.ts'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import type { ReadBody } from './body/body-reader.ts'
import { connectionClosed } from './body/connection-closed.ts'
import { findJsonError, findJsonErrorFast, type TextPlace } from './body/find-json-error.ts'
import { findLargeNumber, MAX_INTEGER } from './body/find-large-number.ts'
import { immediateHook } from './immediate-hook.ts'

const MAX_DEPTH = 32
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json']

/** From this size a body takes a millisecond or more to parse and validate, which blocks all other requests. */
const LARGE_BODY_BYTES = 64 * 1024
/** Of the event loop, for the large bodies of one tenant. */
const SHARE_OF_TIME = 0.2

export function acceptJsonOnly(app: FastifyInstance, readBody: ReadBody): void {
  app.removeAllContentTypeParsers()
  // The parser could reject dangerous names itself, but would report a syntax error.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  const timeShare = createTimeShare(SHARE_OF_TIME)
  app.addContentTypeParser(MEDIA_TYPES, (request, payload, done) =>
    readBody(request, payload, (failure, body = NOTHING) => {
      if (failure) return done(failure, undefined)
      const parseAndContinue = () => {
        const text = decode(body)
        if (text === undefined) return done(notUtf8(), undefined)
        return void parse(request, text, (error, value: unknown) => {
          if (error) return done(unreadable(text, error), undefined)
          const fault = findFault(value, text)
          return fault ? done(fault, undefined) : done(null, value)
        })
      }
      if (body.length < LARGE_BODY_BYTES) return parseAndContinue()
      // A closed connection returns its bytes to the budget, so they must not wait here either.
      if (request.response.closed) return done(connectionClosed(), undefined)
      const cancel = timeShare.run(ownerOf(request), parseAndContinue)
      request.response.once('close', () => void (cancel() && done(connectionClosed(), undefined)))
    }),
  )
}

const ownerOf = ({ caller, ip }: FastifyRequest): string =>
  caller ? caller.tenant.id : networkOf(ip)

const NOTHING = Buffer.alloc(0)

/** Signatures cover bytes: whatever the type says, nothing is parsed or decompressed. */
export function acceptBytes(app: FastifyInstance, readBody: ReadBody): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => readBody(request, payload, done))
}

/** For unknown paths: the body stays unread. */
export function acceptNothing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
}

// A byte order mark is left to the parser, which ignores one.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A lenient decoder would replace invalid bytes with U+FFFD. */
function decode(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

/** For endpoints that need the bytes first, because these are signed. */
export function readJson(bytes: Buffer): unknown {
  const text = readText(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw unreadable(text, cause)
  }
  const fault = findFault(value)
  if (fault) throw fault
  return value
}

/** PostgreSQL text cannot contain U+0000. */
export function readText(bytes: Buffer): string {
  const text = decode(bytes)
  if (text === undefined || text.includes('\0')) throw notUtf8()
  return text
}

/** For operations with a body. */
export const refuseCompressed = immediateHook((request) => {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(
      'unsupported_media_type',
      `Content-Encoding ${quote(encoding)} is not supported. Send the body uncompressed.`,
    )
  }
})

/** For operations without a body: it is not looked at. */
export const refuseBody = immediateHook((request) => {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
  if (length !== '0' || transfer !== undefined) {
    throw new Problem(
      'invalid_request',
      'This endpoint does not accept a body. Send the request without one.',
    )
  }
  // Clients that name a type on every request mean no harm, and the parser would miss the body it names.
  delete request.raw.headers['content-type']
})

function unreadable(body: string, cause: unknown): Problem {
  return new Problem('malformed_body', describeSyntax(body), { cause })
}

/** Saying what is wrong takes much longer than parsing: 64 KiB would block the process for 20 ms. */
const MAX_LOCATED_LENGTH = 4 * 1024

/** The position only, because the text may contain secrets. */
function describeSyntax(body: string): string | undefined {
  if (body === '') return 'The body is empty. Send a JSON object.'
  const error = body.length <= MAX_LOCATED_LENGTH ? findJsonError(body) : findJsonErrorFast(body)
  if (!error) return undefined
  const { line, column, problem, isEnd } = error
  return `The body is not valid JSON: ${problem} at line ${line}, column ${column}${isEnd ? ', but the body ends there' : ''}.`
}

/**
 * `text` is that of the body: then integers that were rounded are found, too.
 *
 * Iterative, because the depth is the caller's choice until it has been checked. Only arrays and objects are pushed on the
 * stack: a large array of numbers would otherwise take ten times as long to walk as to parse.
 */
export function findFault(body: unknown, text?: string): Problem | undefined {
  const open: { container: object; depth: number }[] = []
  let hasLarge = false
  const visit = (value: unknown, depth: number): Problem | undefined => {
    if (typeof value === 'string') return value.isWellFormed() ? undefined : unpaired()
    if (typeof value === 'number') {
      if (value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER) return undefined
      hasLarge = true
      // 1e400 parses to Infinity and would be stored as null.
      return Number.isFinite(value) ? undefined : tooLarge(text && findLargeNumber(text))
    }
    if (typeof value === 'object' && value !== null) open.push({ container: value, depth })
    return undefined
  }
  let fault = visit(body, 1)
  for (let item = open.pop(); item && !fault; item = open.pop()) {
    const { container, depth } = item
    if (depth > MAX_DEPTH) return tooDeep()
    fault = Array.isArray(container)
      ? visitItems(container, (child) => visit(child, depth + 1))
      : visitFields(container, (child) => visit(child, depth + 1))
  }
  return fault ?? (hasLarge && text !== undefined ? findRounded(text) : undefined)
}

/** Whether it is an integer is only known from the text: 1e20 is accepted. */
function findRounded(text: string): Problem | undefined {
  const place = findLargeNumber(text)
  return place && tooLarge(place)
}

type Visit = (value: unknown) => Problem | undefined

function visitItems(items: readonly unknown[], visit: Visit): Problem | undefined {
  for (const item of items) {
    const fault = visit(item)
    if (fault) return fault
  }
  return undefined
}

function visitFields(fields: object, visit: Visit): Problem | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (!name.isWellFormed()) return unpaired()
    if (isPoisonous(name, value)) return poisonous(name)
    const fault = visit(value)
    if (fault) return fault
  }
  return undefined
}

/** Names that change the prototype of objects that careless code copies them into, in the service or in a client. */
function isPoisonous(name: string, value: unknown): boolean {
  if (name === '__proto__') return true
  const isObject = typeof value === 'object' && value !== null
  return name === 'constructor' && isObject && Object.hasOwn(value, 'prototype')
}

function poisonous(name: string): Problem {
  return new Problem(
    'malformed_body',
    `The body contains a field named ${name}, which is not allowed. Choose another name.`,
  )
}

function notUtf8(): Problem {
  return new Problem('malformed_body', 'The body is not valid UTF-8. Send it in UTF-8.')
}

function tooDeep(): Problem {
  return new Problem(
    'malformed_body',
    `The body is nested too deeply: maximum ${MAX_DEPTH} levels.`,
  )
}

function unpaired(): Problem {
  return new Problem(
    'malformed_body',
    'The body contains a string with an unpaired surrogate (\\ud800 to \\udfff), which is not valid Unicode.',
  )
}

const MOST = MAX_INTEGER.toLocaleString('en')

function tooLarge(place: TextPlace | undefined | ''): Problem {
  const where = place ? ` at line ${place.line}, column ${place.column}` : ''
  return new Problem(
    'malformed_body',
    `The body contains a number that is too large${where}: integers must be between -${MOST} and ${MOST}. Send it as a string.`,
  )
}
