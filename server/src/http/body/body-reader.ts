// Reads request bodies into memory within byte budgets: one for authenticated callers, a smaller one for
// unauthenticated ones, which also have less time. Over budget is 503, and the connection is closed.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'
import type { AdmissionController } from '../admission/admission-controller.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { type ByteBudget, type ByteLease, closeWith, createByteBudget } from './byte-budget.ts'
import { connectionClosed } from './connection-closed.ts'

export type BodyDone = (error: Error | null, body?: Buffer) => void

/** Takes at most the `bodyLimit` of the route. What it holds is returned when the response is over. */
export type ReadBody = (request: FastifyRequest, payload: Readable, done: BodyDone) => void

/** Counts requests in progress; an unauthenticated one does not count while its body arrives. */
export type PausableSlots = Pick<AdmissionController, 'pause' | 'resume'>

export type BodyLimits = {
  /** Of authenticated callers; null is no limit, here and below. */
  bodyMemoryBytes: number | null
  unauthenticatedBodyMemoryBytes: number | null
  unauthenticatedBodyMs: number | null
  /** The largest body; the budget always fits two of them. */
  bodyBytes: number
  hostSuffix: string | null
}

/** Smaller bodies of authenticated callers are bounded by the number of requests in flight. */
const SMALL_BODY_BYTES = 16 * 1024
/** Of each body, outside of the share of its tenant. */
const FREE_BYTES_PER_BODY = 32 * 1024
/** What even a request of a few bytes costs: its connection, its objects, and the response when it times out. */
const MIN_BYTES_PER_UNAUTHENTICATED_BODY = FREE_BYTES_PER_BODY
const RETRY_AFTER = { 'retry-after': '1' }

export function createBodyReader(limits: BodyLimits, slots?: PausableSlots): ReadBody {
  const { bodyMemoryBytes, unauthenticatedBodyMemoryBytes, bodyBytes } = limits
  const authenticated = openBudget(
    bodyMemoryBytes && Math.max(bodyMemoryBytes, 2 * bodyBytes),
    'authenticated',
  )
  const unauthenticated = openBudget(unauthenticatedBodyMemoryBytes, 'unauthenticated')

  /** Small bodies count for the network only: a tenant under attack still gets its webhooks from elsewhere. */
  function openUnauthenticated(request: FastifyRequest): ByteLease | undefined {
    const slug = tenantOfHost(request.headers.host, limits.hostSuffix) ?? ''
    const network = `network ${networkOf(request.ip)}`
    // A tenant is flooded by many networks and a network floods many tenants: both have a share.
    return unauthenticated?.open([`tenant ${slug}`, network], [network])
  }

  function openLease(request: FastifyRequest): ByteLease | undefined {
    const { caller } = request
    const lease = caller ? authenticated?.open([caller.tenant.id]) : openUnauthenticated(request)
    if (lease) closeWith(request.response, lease)
    return lease
  }

  return (request, payload, done) => {
    // It emitted its error before anyone listened: nothing would ever call `done`.
    if (payload.destroyed) return done(connectionClosed())
    const deadlineMs = request.caller ? null : limits.unauthenticatedBodyMs
    const limit = request.routeOptions.bodyLimit ?? bodyBytes
    const declared = Number(request.headers['content-length'])
    if (declared > limit) return done(tooLarge(limit, declared))
    const isSmall = Boolean(request.caller) && declared <= SMALL_BODY_BYTES
    const lease = isSmall ? undefined : openLease(request)
    const charged = request.caller ? 0 : MIN_BYTES_PER_UNAUTHENTICATED_BODY
    if (lease && charged > 0 && !lease.grow(charged)) return done(overBudget())
    const parts = { limit, declared, deadlineMs, lease, charged }
    if (request.caller || !slots) return collect(payload, parts, done)
    slots.pause(request.response)
    collect(payload, parts, (error, body) => {
      const hasSlot = slots.resume(request.response)
      if (error || hasSlot) done(error, body)
      else done(new Problem('overloaded', undefined, { headers: RETRY_AFTER }))
    })
  }
}

function openBudget(totalBytes: number | null, whose: string): ByteBudget | undefined {
  if (totalBytes === null) return undefined
  const budget = createByteBudget({ totalBytes, freeBytesPerLease: FREE_BYTES_PER_BODY })
  const name = `task_service.bodies.${whose}`
  observeGauge(`${name}.held_bytes`, `Memory held by ${whose} request bodies`, budget.heldBytes)
  observeCount(
    `${name}.rejected`,
    `Request bodies rejected because of the ${whose} budget`,
    budget.refusedCount,
  )
  return budget
}

type Collecting = {
  limit: number
  /** NaN if the caller did not send it. */
  declared: number
  deadlineMs: number | null
  lease: ByteLease | undefined
  /** Bytes the lease already holds. */
  charged: number
}

function collect(payload: Readable, { deadlineMs, ...parts }: Collecting, done: BodyDone): void {
  const body = createBuffer(parts)
  const timer =
    deadlineMs === null
      ? undefined
      : setTimeout(() => end(tooSlow(deadlineMs, body.length())), deadlineMs)
  const end = (error: Error | null) => {
    clearTimeout(timer)
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    if (error) body.drop()
    done(error, error ? undefined : body.bytes())
  }
  const onData = (chunk: Buffer) => {
    const problem = body.add(chunk)
    if (problem) end(problem)
  }
  const onEnd = () => end(body.findFault())
  const onError = (cause: Error) => end(connectionClosed(cause))
  payload.on('data', onData).on('end', onEnd).on('error', onError)
  payload.resume()
}

const NOTHING = Buffer.alloc(0)

/**
 * Copies what arrives into one buffer that doubles. Chunks themselves are not kept: the smallest may be a view of a whole
 * read buffer. Nothing is reserved for declared bytes, or declaring a length would be enough to use up a budget.
 */
function createBuffer({ limit, declared, lease, ...parts }: Omit<Collecting, 'deadlineMs'>) {
  let buffer: Buffer = NOTHING
  let { charged } = parts
  let length = 0
  const most = declared >= 0 ? Math.min(limit, declared) : limit

  function reserve(needed: number): boolean {
    if (needed <= buffer.length) return true
    const capacity = Math.max(needed, Math.min(2 * buffer.length, most))
    if (lease && capacity > charged) {
      if (!lease.grow(capacity - charged)) return false
      charged = capacity
    }
    const larger = Buffer.allocUnsafeSlow(capacity)
    buffer.copy(larger, 0, 0, length)
    buffer = larger
    return true
  }

  return {
    length: () => length,
    bytes: () => buffer.subarray(0, length),
    add(chunk: Buffer): Problem | undefined {
      const needed = length + chunk.length
      if (needed > limit) return tooLarge(limit, needed)
      if (!reserve(needed)) return overBudget()
      chunk.copy(buffer, length)
      length = needed
      return undefined
    },
    drop() {
      buffer = NOTHING
      length = 0
      lease?.close()
    },
    findFault: () =>
      declared >= 0 && declared !== length
        ? new Problem('malformed_body', 'Content-Length does not match the body.')
        : null,
  }
}

function tooLarge(limit: number, bytes: number): Problem {
  const detail = `The body is too large: at least ${bytes.toLocaleString('en')} bytes, maximum ${limit.toLocaleString('en')}. Send less data per request.`
  return new Problem('body_too_large', detail)
}

function overBudget(): Problem {
  const detail =
    'The server is out of memory for request bodies. Retry after `Retry-After` seconds.'
  return new Problem('overloaded', detail, { headers: RETRY_AFTER })
}

function tooSlow(deadlineMs: number, bytes: number): Problem {
  const detail = `The body did not arrive within ${deadlineMs / 1000} s; bytes received: ${bytes.toLocaleString('en')}. Retry the request.`
  return new Problem('request_timeout', detail)
}
