// Sends one request until it is answered: a dead process, a 503 and a duplicate still in flight are retried.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, codeOf } from './api-caller.ts'

export type Tries = {
  /** Had to wait because the first was not finished. */
  inFlight: number
  /** Sent again because the process died. */
  unreachable: number
  /** Sent again because the process answered 503. */
  turnedAway: number
  faults: string[]
}

export type RetryLimits = {
  maxTries: number
  /** Comes back sooner than `Retry-After` asks for, to be a nuisance on purpose. */
  maxWaitMs?: number
}

/** The first answer that is none of those; undefined, and a fault, when there was none. */
export async function insist(
  send: (attempt: number) => Promise<Answer>,
  tries: Tries,
  { maxTries, maxWaitMs = Number.POSITIVE_INFINITY }: RetryLimits,
): Promise<Answer | undefined> {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const answer = await send(attempt).catch(() => undefined)
    if (answer === undefined) tries.unreachable++
    else if (answer.status === 503) tries.turnedAway++
    else if (isInFlight(answer)) tries.inFlight++
    else return answer
    await sleep(Math.min(waitMs(answer, tries), maxWaitMs))
  }
  tries.faults.push(`not answered in ${maxTries} tries`)
  return undefined
}

function isInFlight(answer: Answer): boolean {
  return answer.status === 409 && codeOf(answer) === 'idempotency_in_flight'
}

function waitMs(answer: Answer | undefined, tries: Tries): number {
  // Without a response there is no Retry-After.
  if (!answer) return 200
  const seconds = Number(answer.headers['retry-after'])
  if (seconds > 0) return seconds * 1_000
  tries.faults.push(`${answer.status} without Retry-After`)
  return 1_000
}
