// Counts what comes through a socket while a statement runs: one huge value must not fill the memory before it is a row.
import type { Caps } from '#edge/policy/policy.ts'
import type { Deadline } from './deadline.ts'
import { DriverFailure } from './driver.ts'

type Source = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  off(event: 'data', listener: (chunk: Buffer) => void): unknown
}

/** Columns that do not leave are read, too, and bytes may travel as twice as many characters. */
const budgetOf = ({ maxBytes }: Caps): number => 4 * maxBytes + 2 ** 20

/** Gives the function that ends the counting. */
export function countBytes(source: Source, caps: Caps, deadline: Deadline): () => void {
  let left = budgetOf(caps)
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) deadline.fail(new DriverFailure('too_large'))
  }
  source.on('data', count)
  return () => void source.off('data', count)
}
