// Results from the journal to the service, one after the other, until each is taken.
import { EdgeResultTaken, MAX_CHUNK_BYTES, MAX_INLINE_BYTES } from '@task-service/contract'
import type { Journal, WaitingResult } from '#edge/journal/journal.ts'
import { type Frames, FrameUnfit } from './talk.ts'

const TRIES = 3

export type ResultSender = {
  /** Sends what waits. Throws when the way is down; what was not taken stays in the journal. */
  sendAll(frames: Frames): Promise<void>
}

export function createResultSender(
  journal: Journal,
  refuse: (job: string) => void,
  log: (line: string) => void,
): ResultSender {
  const tries = new Map<string, number>()
  /** It would be sent for ever, and everything behind it would wait. */
  function giveUp(waiting: WaitingResult): void {
    const { job, head } = waiting
    const count = (tries.get(job) ?? 0) + 1
    tries.set(job, count)
    if (count === TRIES && head.row_count > 0) refuse(job)
    else if (count >= TRIES * 2) {
      log(`${job}: the service does not take its result; it is dropped`)
      journal.taken(job, isWrite(waiting))
    }
  }

  return {
    async sendAll(frames) {
      for (let next = journal.nextResult(); next !== undefined; next = journal.nextResult()) {
        try {
          await sendOne(frames, next)
          journal.taken(next.job, isWrite(next))
          tries.delete(next.job)
        } catch (error) {
          if (!(error instanceof FrameUnfit)) throw error
          log(`${next.job}: ${error.message}`)
          giveUp(next)
        }
      }
    },
  }
}

const isWrite = ({ head }: WaitingResult): boolean =>
  head.changed_count !== undefined || head.outcome === 'unknown'

async function sendOne(frames: Frames, { job, attempt, head, rows }: WaitingResult): Promise<void> {
  const path = `/edge/jobs/${job}`
  const isShort = rows.length <= MAX_INLINE_BYTES
  const chunks = isShort ? [] : cut(rows, MAX_CHUNK_BYTES)
  for (const [number, chunk] of chunks.entries()) {
    await frames.sendChunk(`${path}/chunks/${number}`, chunk)
  }
  const inline = isShort ? { rows: JSON.parse(rows.toString()) as unknown[][] } : {} // written by the work queue
  const body = { attempt, ...head, chunk_count: chunks.length, ...inline }
  await frames.send('send', `${path}/result`, body, EdgeResultTaken)
}

/** Never within a character: each piece is a text of its own. */
export function cut(bytes: Buffer, longest: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(bytes.length, start + longest)
    // A byte that goes on with a character begins with the bits 10.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
    pieces.push(bytes.subarray(start, end))
    start = end
  }
  return pieces
}
