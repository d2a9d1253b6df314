// In front of everything else: decides whether the process takes a request on before anything of it is looked at. A
// refusal must cost next to nothing, or an overloaded process would do nothing but refuse.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { API_VERSION } from '@task-service/contract'
import type { AdaptiveLimit } from '#lib/adaptive-limit.ts'
import { Problem } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { HEALTH_PATH, READY_PATH } from '../health.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { createPlaceShares } from './place-shares.ts'
import { createPlaces } from './places.ts'
import { createWaitingRoom } from './waiting-room.ts'

export type Gate = {
  guard: (handler: RequestListener) => RequestListener
  /** Counts an answer no longer, though it goes on: what it costs from now on is not a request's work. */
  release: (response: ServerResponse) => void
  /**
   * Gives the place back while an unauthenticated body arrives: the client decides how long that takes. `resume` takes a place
   * again, or is false when there is none.
   */
  pause: (response: ServerResponse) => void
  resume: (response: ServerResponse) => boolean
  atHand: () => number
  /** Since the start. */
  refused: () => number
}

export type GateOptions = {
  /** Undefined lets everybody in. */
  limit: AdaptiveLimit | undefined
  isLagging: () => boolean
  /** Null where all requests are of one tenant. */
  hostSuffix: string | null
  /** False where a connection carries the requests of many clients. */
  holdsRefused: boolean
  log: Pick<Logger, 'warn'>
}

const RETRY_AFTER_SECONDS = 1
const LONGEST_HOLD_MS = 800
const REPORT_EVERY_MS = 1_000

export function createGate(options: GateOptions): Gate {
  const { limit, isLagging, holdsRefused, hostSuffix, log } = options
  const shares = hostSuffix === null ? undefined : createPlaceShares()
  const places = createPlaces({ limit, isLagging, shares })
  const report = createReport(log)
  let refused = 0
  const waitingRoom = createWaitingRoom({ longestMs: LONGEST_HOLD_MS, freePlaces: places.free })

  function noteRefused(): void {
    refused++
    report({ refused, atHand: places.atHand(), limit: limit?.current() })
  }

  return {
    atHand: places.atHand,
    refused: () => refused,
    release: places.giveBack,
    pause: places.pause,
    resume(response) {
      const isIn = places.resume(response)
      if (!isIn) noteRefused()
      return isIn
    },
    guard: (handler) => (request, response) => {
      if (isProbe(request)) return handler(request, response)
      const owner = shares ? (tenantOfHost(request.headers.host, hostSuffix) ?? '') : ''
      if (waitingRoom.isStale(request.socket) || !places.take(response, owner)) {
        noteRefused()
        refuse(response)
        // Not before the whole of it was thrown away: its end makes the server read on.
        if (holdsRefused) request.once('close', () => waitingRoom.seat(request.socket)).resume()
        return
      }
      // `close` also comes when the caller hangs up.
      response.once('close', () => places.giveBack(response))
      return handler(request, response)
    },
  }
}

type State = { refused: number; atHand: number; limit: number | undefined }

/** One line a second instead of one for each. */
function createReport(log: Pick<Logger, 'warn'>): (state: State) => void {
  let told = 0
  let latest: State | undefined
  return (state) => {
    if (!latest) {
      setTimeout(() => {
        const { refused, atHand, limit } = latest ?? state
        log.warn({ refused: refused - told, at_hand: atHand, limit }, 'overloaded')
        told = refused
        latest = undefined
      }, REPORT_EVERY_MS).unref()
    }
    latest = state
  }
}

/** The platform must hear from a busy process too. */
function isProbe({ url }: IncomingMessage): boolean {
  return url === HEALTH_PATH || url === READY_PATH
}

const ID = '00000000-0000-0000-0000-000000000000'
const problem = new Problem('overloaded')
const [beforeId = '', afterId = ''] = JSON.stringify(problem.toBody(ID)).split(ID)
const bodyLength = String(Buffer.byteLength(beforeId + ID + afterId))

/** Written by hand: what the error handler would make of it costs five times as much. */
function refuse(response: ServerResponse): void {
  const id = uuidv7()
  response.writeHead(problem.status, [
    'Content-Type',
    'application/problem+json; charset=utf-8',
    'Content-Length',
    bodyLength,
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
  response.end(beforeId + id + afterId)
}
