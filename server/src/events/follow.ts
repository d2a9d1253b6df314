// One reader of a stream: reads on its own while it is far behind, then shares the tail of the log with the others. It yields
// the next piece after the previous one was sent, so a slow reader uses little memory.
import type { LogPage } from './log.ts'
import { orderOf, type Position } from './position.ts'
import type { Frame, Tail } from './tail.ts'

export type FollowOptions = {
  tail: Tail
  after: Position
  /** Undefined means all. */
  types: ReadonlySet<string> | undefined
  read: (after: Position, limit: number) => Promise<LogPage>
  print: (event: LogPage['events'][number]) => Frame
  printCursor: (position: Position) => string
  /** Checked with every heartbeat and before events are sent; the stream ends when it is false. */
  isAuthorized: () => Promise<boolean>
  heartbeatMs: number
  durationMs: number
  /** Aborted when the reader has disconnected. */
  signal: AbortSignal
}

/** About as much as a socket buffers. */
const PIECE_CHARACTERS = 64 * 1024
const FIRST_PAGE = 16
const LARGEST_PAGE = 200
/** How long a check stays valid: with the caches behind it, a revoked key gets no events after a second. */
const AUTHORIZED_MS = 400
/** After an end that the reader did not cause; jittered, so that readers do not all reconnect at once. */
const RETRY_MS = 1_000

function retryHint(): string {
  return `retry: ${Math.round(RETRY_MS * (0.5 + Math.random()))}\n`
}

export async function* follow(options: FollowOptions): AsyncGenerator<string, void, void> {
  const { tail, types, signal, heartbeatMs } = options
  const endsAt = performance.now() + options.durationMs
  let position = options.after
  let nextBeat = performance.now() + heartbeatMs
  const catchUp = createCatchUp(options)
  const isAuthorized = rememberFor(AUTHORIZED_MS, options.isAuthorized)
  // A reader that is disconnected before its first event must know where it began.
  yield `${retryHint()}id: ${options.printCursor(position)}\n\n`
  while (!signal.aborted && !tail.isStopped() && performance.now() < endsAt) {
    if (performance.now() >= nextBeat) {
      if (!(await isAuthorized())) return
      nextBeat = performance.now() + heartbeatMs
      yield `: heartbeat\nid: ${options.printCursor(position)}\n\n`
    }
    const known = tail.framesBehind(orderOf(position))
    const { frames, end } = known ? { frames: known, end: tail.end() } : await catchUp(position)
    const piece = takePiece(frames, types)
    position = piece.isWhole ? later(position, end) : (piece.last ?? position)
    if (piece.text !== '') {
      if (!(await isAuthorized())) return
      yield piece.text
    } else if (known?.length === 0) {
      const ms = Math.min(nextBeat, endsAt) - performance.now()
      await tail.waitForNews(Math.max(0, ms), signal)
    }
  }
  if (!signal.aborted) yield `${retryHint()}\n`
}

/** A new follower has just been authenticated. */
function rememberFor(ms: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let askedAt = performance.now()
  let answer = true
  return async () => {
    if (performance.now() - askedAt < ms) return answer
    answer = await ask()
    askedAt = performance.now()
    return answer
  }
}

function later(one: Position, other: Position): Position {
  return orderOf(one) > orderOf(other) ? one : other
}

type Piece = { text: string; last: Position | undefined; isWhole: boolean }

function takePiece(frames: readonly Frame[], types: ReadonlySet<string> | undefined): Piece {
  let text = ''
  for (const { type, text: frame, position } of frames) {
    if (!types || types.has(type)) text += frame
    if (text.length >= PIECE_CHARACTERS) return { text, last: position, isWhole: false }
  }
  return { text, last: undefined, isWhole: true }
}

/** The page size adapts to the events: a task may be a hundred bytes or a megabyte. */
function createCatchUp({ read, print }: Pick<FollowOptions, 'read' | 'print'>) {
  let limit = FIRST_PAGE
  return async (after: Position): Promise<{ frames: Frame[]; end: Position }> => {
    const page = await read(after, limit)
    const frames = page.events.map(print)
    const characters = frames.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > 2 * PIECE_CHARACTERS) limit = Math.max(1, Math.floor(limit / 2))
    else if (characters < PIECE_CHARACTERS) limit = Math.min(LARGEST_PAGE, limit * 2)
    return { frames, end: page.end }
  }
}
