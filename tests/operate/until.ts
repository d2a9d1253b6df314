// Waiting for a condition instead of a time: a slow machine waits longer, a fast one does not wait.
import { setTimeout as sleep } from 'node:timers/promises'

const DEADLINE_MS = 20_000
/** The pause grows with the time waited, to at most this: what is asked 100 times a second for seconds keeps a core busy. */
const LONGEST_PAUSE_MS = 100

/** Asks until the answer is neither undefined, null nor false, and gives it back. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  for (const start = performance.now(); ; ) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) {
      return answer as Exclude<T, undefined | null | false> // what the condition says
    }
    const waitedMs = performance.now() - start
    if (waitedMs > deadlineMs) throw new Error(`waited ${deadlineMs} ms in vain until ${what}`)
    await sleep(Math.min(Math.max(waitedMs / 10, 10), LONGEST_PAUSE_MS))
  }
}
