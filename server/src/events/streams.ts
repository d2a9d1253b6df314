// The streams of this process: how many a tenant may have, where each begins, and the tail they share.
import { selectTypes } from '@task-service/contract'
import type { RunInTenant } from '#db/database.ts'
import type { Feed } from '#db/feed/feed.ts'
import { Problem } from '#lib/problem.ts'
import { printEnvelope } from './envelope.ts'
import { follow } from './follow.ts'
import { type PositionedEvent, readEnd, readLog, refuseTruncated } from './log.ts'
import { orderOf, type Position, parsePosition, printPosition } from './position.ts'
import { createQuietLook } from './quiet-look.ts'
import { createTail, type Frame, type Tail } from './tail.ts'

export type StreamRequest = {
  tenant: { id: string; slug: string }
  /** Where to resume; undefined is now. */
  cursor: string | undefined
  types: readonly string[] | undefined
  isAuthorized: () => Promise<boolean>
  /** Aborted when the reader has disconnected; frees what the stream holds. */
  signal: AbortSignal
}

export type EventStreams = {
  /** Rejects before anything is sent: an invalid position, or too many streams. */
  open: (request: StreamRequest) => Promise<AsyncGenerator<string, void, void>>
  openCount: () => number
  /** Ends all of them with a hint to reconnect. */
  stop: () => void
}

export type EventStreamOptions = {
  read: RunInTenant
  /** Looks for events of all tenants with quiet streams at once. */
  feed: Pick<Feed, 'look'>
  cursorSecret: Buffer
  freshnessSecret: Buffer
  /** Per tenant; null is no limit. */
  maxStreams: number | null
  durationMs: number | null
  heartbeatMs?: number
  /** Reads are unbounded only if the operator disables the page size. */
  boundsReads?: boolean
  log: { warn: (fields: object, message: string) => void }
}

const HEARTBEAT_MS = 15_000
const TAIL_PAGE = 200
/** Per read: many streams may hold one each. */
const READ_BYTES = 256 * 1024
const RETRY_AFTER_SECONDS = 30

/** A tenant with at least one open stream. */
type Followed = { readers: number; tail?: Tail }

export function createEventStreams(options: EventStreamOptions): EventStreams {
  const followed = new Map<string, Followed>()
  const look = createQuietLook(options.feed)
  let isStopped = false

  function enter({ tenant, signal }: StreamRequest): Followed {
    const known = followed.get(tenant.id) ?? { readers: 0 }
    if (options.maxStreams !== null && known.readers >= options.maxStreams) {
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
      throw new Problem('too_many_streams', undefined, { headers })
    }
    known.readers++
    followed.set(tenant.id, known)
    signal.addEventListener('abort', () => {
      known.readers--
      if (known.readers > 0) return
      known.tail?.stop()
      followed.delete(tenant.id)
    })
    return known
  }

  return {
    async open(request) {
      request.signal.throwIfAborted()
      const place = enter(request)
      const log = openLog(options, request)
      const { after, end } = await findStart(options, request)
      place.tail ??= createTail({
        ...log,
        look,
        tenantId: request.tenant.id,
        start: end,
        read: (from) => log.read(from, TAIL_PAGE),
      })
      // In the meantime all followers may have disconnected, or the process has begun to stop.
      if (place.readers === 0 || isStopped) place.tail.stop()
      const types = selectTypes(request.types)
      return follow({
        ...log,
        tail: place.tail,
        after: after ?? end,
        types: types && new Set<string>(types),
        isAuthorized: request.isAuthorized,
        heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
        durationMs: options.durationMs ?? Number.POSITIVE_INFINITY,
        signal: request.signal,
      })
    },
    openCount: () => [...followed.values()].reduce((sum, { readers }) => sum + readers, 0),
    stop() {
      isStopped = true
      for (const { tail } of followed.values()) tail?.stop()
    },
  }
}

async function findStart(options: EventStreamOptions, { tenant, cursor }: StreamRequest) {
  const after = cursor === undefined ? undefined : parsePosition({ ...options, tenant }, cursor)
  const now = new Date()
  const end = await options.read(tenant.id, async (tx) => {
    if (after) await refuseTruncated(tx, after, now)
    return readEnd(tx, now)
  })
  return { after, end }
}

/** Reads and prints the log of one tenant. */
function openLog(options: EventStreamOptions, { tenant }: StreamRequest) {
  const scope = { ...options, tenant }
  const maxBytes = (options.boundsReads ?? true) ? READ_BYTES : Number.MAX_SAFE_INTEGER
  return {
    read: (after: Position, limit: number) =>
      options.read(tenant.id, (tx) =>
        readLog(tx, { after, types: undefined, limit, maxBytes, now: new Date() }),
      ),
    print: (event: PositionedEvent) => printFrame(scope, event),
    printCursor: (position: Position) => printPosition(scope, position),
    onError: (err: unknown) =>
      options.log.warn({ err, tenant: tenant.slug }, 'failed to read the event log'),
  }
}

type FrameScope = Pick<EventStreamOptions, 'cursorSecret' | 'freshnessSecret'> & {
  tenant: { id: string; slug: string }
}

function printFrame(scope: FrameScope, event: PositionedEvent): Frame {
  const { position } = event
  // Our JSON has no line breaks; other stored JSON would still arrive complete.
  const data = printEnvelope(event, scope.tenant.slug).replaceAll('\n', '\ndata: ')
  return {
    position,
    order: orderOf(position),
    type: event.type,
    text: `id: ${printPosition(scope, position)}\nevent: ${event.type}\ndata: ${data}\n\n`,
  }
}
