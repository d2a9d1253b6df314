// Admission control, in front of everything else: decides whether the process accepts a request before it reads any of it.
// A rejection must cost next to nothing, or an overloaded process would do nothing but reject.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { API_VERSION } from '@task-service/contract'
import type { AdaptiveLimit } from '#lib/adaptive-limit.ts'
import { Problem } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { HEALTH_PATH, READY_PATH } from '../health.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { createAdmissionQueue } from './admission-queue.ts'
import { createInFlightSlots, type Priority } from './in-flight-slots.ts'
import { createSlotShares } from './slot-shares.ts'

export type AdmissionController = {
  guard: (handler: RequestListener) => RequestListener
  /** Stops counting a response that stays open: from now on it is not the work of a request. */
  release: (response: ServerResponse) => void
  /** For a download, which lasts as long as its reader takes: it keeps its slot, but does not count as a slow request. */
  stopTiming: (response: ServerResponse) => void
  /**
   * Releases the slot while an unauthenticated body arrives: the client decides how long that takes. `resume` acquires a slot
   * again, or returns false when there is none.
   */
  pause: (response: ServerResponse) => void
  resume: (response: ServerResponse) => boolean
  inFlight: () => number
  /** Since the start of the process. */
  rejected: () => number
}

export type AdmissionControllerOptions = {
  /** Undefined admits every request. */
  limit: AdaptiveLimit | undefined
  isLagging: () => boolean
  /** Null if all requests belong to one tenant. */
  hostSuffix: string | null
  /** False if a connection carries the requests of many clients. */
  holdsRejected: boolean
  log: Pick<Logger, 'warn'>
}

const RETRY_AFTER_SECONDS = 1
const LONGEST_HOLD_MS = 800
const REPORT_EVERY_MS = 1_000

export function createAdmissionController(
  options: AdmissionControllerOptions,
): AdmissionController {
  const { limit, isLagging, holdsRejected, hostSuffix, log } = options
  const shares = hostSuffix === null ? undefined : createSlotShares()
  const slots = createInFlightSlots({ limit, isLagging, shares })
  const report = createReport(log)
  let rejected = 0
  const queue = createAdmissionQueue({ longestMs: LONGEST_HOLD_MS, freeSlots: slots.free })

  function noteRejected(): void {
    rejected++
    report({ rejected, inFlight: slots.inFlight(), limit: limit?.current() })
  }

  return {
    inFlight: slots.inFlight,
    rejected: () => rejected,
    release: slots.release,
    stopTiming: slots.stopTiming,
    pause: slots.pause,
    resume(response) {
      const isAdmitted = slots.resume(response)
      if (!isAdmitted) noteRejected()
      return isAdmitted
    },
    guard: (handler) => (request, response) => {
      if (isProbe(request)) return handler(request, response)
      const owner = shares ? (tenantOfHost(request.headers.host, hostSuffix) ?? '') : ''
      const priority = priorityOf(request)
      // A connection that was rejected for a claim may carry a heartbeat next.
      const isStale = priority === 'normal' && queue.isStale(request.socket)
      if (isStale || !slots.acquire(response, owner, priority)) {
        noteRejected()
        reject(response)
        // Only after all of it was discarded: its end makes the server continue reading.
        if (holdsRejected) request.once('close', () => queue.enqueue(request.socket)).resume()
        return
      }
      // `close` is also emitted when the client disconnects.
      response.once('close', () => slots.release(response))
      return handler(request, response)
    },
  }
}

type State = { rejected: number; inFlight: number; limit: number | undefined }

/** One line per second instead of one per rejection. */
function createReport(log: Pick<Logger, 'warn'>): (state: State) => void {
  let reported = 0
  let latest: State | undefined
  return (state) => {
    if (!latest) {
      setTimeout(() => {
        const { rejected, inFlight, limit } = latest ?? state
        log.warn({ rejected: rejected - reported, in_flight: inFlight, limit }, 'overloaded')
        reported = rejected
        latest = undefined
      }, REPORT_EVERY_MS).unref()
    }
    latest = state
  }
}

/** A busy process must still respond to health probes. */
function isProbe({ url }: IncomingMessage): boolean {
  return url === HEALTH_PATH || url === READY_PATH
}

/**
 * Heartbeats and results before new work: a run whose heartbeats are rejected loses its lease, and another agent does the same
 * work again, which adds to the overload.
 */
function priorityOf({ url = '', method }: IncomingMessage): Priority {
  const isOfRun = url.startsWith('/agent/runs/') || url.startsWith('/api/runs/')
  return isOfRun && method === 'POST' ? 'critical' : 'normal'
}

const ID = '00000000-0000-0000-0000-000000000000'
const problem = new Problem('overloaded')
let printed: { before: string; after: string; length: string } | undefined

/** Once, when it is first needed: `type` depends on the configuration. */
function printProblem(): NonNullable<typeof printed> {
  const body = JSON.stringify(problem.toBody(ID))
  const [before = '', after = ''] = body.split(ID)
  return { before, after, length: String(Buffer.byteLength(body)) }
}

/** Written directly: the error handler would cost five times as much. */
function reject(response: ServerResponse): void {
  printed ??= printProblem()
  const id = uuidv7()
  response.writeHead(problem.status, [
    'Content-Type',
    'application/problem+json; charset=utf-8',
    'Content-Length',
    printed.length,
    'Retry-After',
    String(RETRY_AFTER_SECONDS),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'API-Version',
    API_VERSION,
    'X-Request-Id',
    id,
  ])
  response.end(printed.before + id + printed.after)
}
