// Sends results from the journal to the service, oldest first: small ones in batches, large ones in chunks.
import {
  EdgeResultsTaken,
  EdgeResultTaken,
  MAX_CHUNK_BYTES,
  MAX_INLINE_BYTES,
  MAX_RESULTS,
  MAX_RESULTS_BYTES,
} from '@task-service/contract'
import type { Journal, WaitingResult } from '#edge/journal/journal.ts'
import { FrameRejected, type Frames } from './talk.ts'

const MAX_ATTEMPTS = 3

export type ResultSender = {
  /** Sends all pending results. Throws when the connection is down; unconfirmed results stay in the journal. */
  sendAll(frames: Frames): Promise<void>
}

export function createResultSender(
  journal: Journal,
  dropRows: (job: string) => void,
  log: (line: string) => void,
): ResultSender {
  const tries = new Map<string, number>()
  /** Otherwise it would be sent forever and block all later results. */
  function giveUp(waiting: WaitingResult): void {
    const { job, head } = waiting
    const count = (tries.get(job) ?? 0) + 1
    tries.set(job, count)
    if (count === MAX_ATTEMPTS && head.row_count > 0) dropRows(job)
    else if (count >= MAX_ATTEMPTS * 2) {
      log(`${job}: the service rejected the result; it is dropped`)
      markTaken(waiting)
    }
  }

  function markTaken(waiting: WaitingResult): void {
    journal.taken(waiting.job, isWrite(waiting))
    tries.delete(waiting.job)
  }

  async function sendSingly(frames: Frames, waiting: WaitingResult): Promise<void> {
    try {
      await sendOne(frames, waiting)
      markTaken(waiting)
    } catch (error) {
      if (!(error instanceof FrameRejected)) throw error
      log(`${waiting.job}: ${error.message}`)
      giveUp(waiting)
    }
  }

  /** An invalid result makes the whole batch fail, so then each one is sent separately. */
  async function sendTogether(frames: Frames, group: readonly WaitingResult[]): Promise<void> {
    try {
      await sendGroup(frames, group)
    } catch (error) {
      if (!(error instanceof FrameRejected)) throw error
      for (const waiting of group) await sendSingly(frames, waiting)
      return
    }
    journal.together(() => {
      for (const waiting of group) markTaken(waiting)
    })
  }

  return {
    async sendAll(frames) {
      for (;;) {
        const [first, ...others] = nextGroup(journal)
        if (first === undefined) return
        if (others.length > 0) await sendTogether(frames, [first, ...others])
        else await sendSingly(frames, first)
      }
    },
  }
}

const isWrite = ({ head }: WaitingResult): boolean =>
  head.changed_count !== undefined || head.outcome === 'unknown'

const isShort = ({ rows }: WaitingResult): boolean => rows.length <= MAX_INLINE_BYTES

/** From the oldest on: as many small ones as fit into one frame, or a single large one. */
function nextGroup(journal: Journal): WaitingResult[] {
  const group: WaitingResult[] = []
  let bytes = 0
  for (const one of journal.nextResults(MAX_RESULTS)) {
    bytes += one.rows.length + Buffer.byteLength(JSON.stringify(one.head))
    if (group.length > 0 && (!isShort(one) || bytes > MAX_RESULTS_BYTES)) break
    group.push(one)
    if (!isShort(one)) break
  }
  return group
}

const wholeOf = ({ attempt, head, rows }: WaitingResult) => ({
  attempt,
  ...head,
  chunk_count: 0,
  rows: JSON.parse(rows.toString()) as unknown[][], // written by the work queue
})

async function sendGroup(frames: Frames, group: readonly WaitingResult[]): Promise<void> {
  const results = group.map((waiting) => ({ job: waiting.job, ...wholeOf(waiting) }))
  await frames.send('send', '/edge/results', { results }, EdgeResultsTaken)
}

async function sendOne(frames: Frames, waiting: WaitingResult): Promise<void> {
  const { job, attempt, head, rows } = waiting
  const path = `/edge/jobs/${job}`
  const chunks = isShort(waiting) ? [] : cut(rows, MAX_CHUNK_BYTES)
  for (const [number, chunk] of chunks.entries()) {
    await frames.sendChunk(`${path}/chunks/${number}`, chunk)
  }
  const body = isShort(waiting)
    ? wholeOf(waiting)
    : { attempt, ...head, chunk_count: chunks.length }
  await frames.send('send', `${path}/result`, body, EdgeResultTaken)
}

/** Never within a character: each chunk is valid UTF-8. */
export function cut(bytes: Buffer, longest: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(bytes.length, start + longest)
    // Continuation bytes of UTF-8 start with the bits 10.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
    pieces.push(bytes.subarray(start, end))
    start = end
  }
  return pieces
}
