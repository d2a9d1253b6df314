// Waiting for a condition instead of a time: a slow machine waits longer, a fast one does not wait.
import { setTimeout as sleep } from 'node:timers/promises'

const DEADLINE_MS = 20_000

/** Asks until the answer is neither undefined, null nor false, and gives it back. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  for (const end = performance.now() + deadlineMs; ; ) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) {
      return answer as Exclude<T, undefined | null | false> // what the condition says
    }
    if (performance.now() > end) throw new Error(`waited ${deadlineMs} ms in vain until ${what}`)
    await sleep(10)
  }
}
