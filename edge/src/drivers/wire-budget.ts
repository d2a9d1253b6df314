// Counts received bytes while a statement runs, so that one huge value does not fill the memory before its row is complete.
import type { Caps } from '#edge/policy/policy.ts'
import type { Deadline } from './deadline.ts'
import { DriverFailure } from './driver.ts'

type Source = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  off(event: 'data', listener: (chunk: Buffer) => void): unknown
}

/** Columns that are not sent are read, too, and bytes may be encoded as twice as many characters. */
const budgetOf = ({ maxBytes }: Caps): number => 4 * maxBytes + 2 ** 20

/** Returns the function that stops counting. */
export function countBytes(source: Source, caps: Caps, deadline: Deadline): () => void {
  let left = budgetOf(caps)
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) deadline.fail(new DriverFailure('too_large'))
  }
  source.on('data', count)
  return () => void source.off('data', count)
}
