// One request sent many times at once, as impatient clients and proxies do: some hang up, the rest retry until answered.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestTenant } from '../../../tests/harness/service.ts'
import type { Answer, ApiCaller } from '../api-caller.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Fleet } from './fleet.ts'

export type Sender = {
  caller: ApiCaller
  fleet: Fleet
  random: SeededRandom
  /** Off in the control. */
  sendKey: boolean
}

export type Errand = { tenant: TestTenant; key: string; body: unknown; path?: string }

export type Duplicates = {
  answers: Answer[]
  /** Told to wait because the first was not finished. */
  inFlight: number
  hungUp: number
  /** Sent again because the process died. */
  unreachable: number
  /** Sent again because the process answered 503. */
  turnedAway: number
  faults: string[]
}

const MAX_TRIES = 60
const MAX_PATIENCE_MS = 50

export async function sendDuplicates(
  sender: Sender,
  errand: Errand,
  copies: number,
  hangUpShare: number,
): Promise<Duplicates> {
  const outcome: Duplicates = {
    answers: [],
    inFlight: 0,
    hungUp: 0,
    unreachable: 0,
    turnedAway: 0,
    faults: [],
  }
  const { random } = sender
  await Promise.all(
    Array.from({ length: copies }, (_, copy) =>
      random.next() < hangUpShare
        ? hangUp(sender, errand, copy, random.between(0, MAX_PATIENCE_MS), outcome)
        : insist(sender, errand, copy, outcome),
    ),
  )
  return outcome
}

export function sendOnce(
  { caller, fleet, sendKey }: Sender,
  { tenant, key, body, path = '/api/tasks' }: Errand,
  place: number,
  signal?: AbortSignal,
): Promise<Answer> {
  return caller.call(`${fleet.url(place)}${path}`, {
    method: 'POST',
    headers: {
      host: tenant.host,
      'x-api-key': tenant.key,
      ...(sendKey && { 'idempotency-key': key }),
    },
    body,
    ...(signal && { signal }),
  })
}

async function hangUp(
  sender: Sender,
  errand: Errand,
  copy: number,
  patienceMs: number,
  outcome: Duplicates,
): Promise<void> {
  try {
    const answer = await sendOnce(sender, errand, copy, AbortSignal.timeout(patienceMs))
    // Answered before its patience ended: an answer like any other.
    if (answer.status === 201) outcome.answers.push(answer)
  } catch {
    outcome.hungUp++
  }
}

async function insist(
  sender: Sender,
  errand: Errand,
  copy: number,
  outcome: Duplicates,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const answer = await sendOnce(sender, errand, copy + attempt).catch(() => undefined)
    if (answer?.status === 201) {
      outcome.answers.push(answer)
      return
    }
    if (answer === undefined) outcome.unreachable++
    else if (answer.status === 503) outcome.turnedAway++
    else if (answer.status === 409 && codeOf(answer) === 'idempotency_in_flight') outcome.inFlight++
    else {
      outcome.faults.push(`answered ${answer.status} ${answer.body}`)
      return
    }
    await sleep(waitMs(answer, outcome))
  }
  outcome.faults.push(`not answered in ${MAX_TRIES} tries`)
}

function waitMs(answer: Answer | undefined, outcome: Duplicates): number {
  // Nobody answered, so nobody said how long.
  if (!answer) return 200
  const seconds = Number(answer.headers['retry-after'])
  if (seconds > 0) return seconds * 1_000
  outcome.faults.push(`${answer.status} without Retry-After`)
  return 1_000
}

export function codeOf(answer: Answer): string {
  return (JSON.parse(answer.body) as { code?: string }).code ?? '' // problem+json of the contract
}

/** What a client can tell apart; the id of each request and the clock are meant to differ. */
export function imageOf({ status, headers, body }: Answer): string {
  return JSON.stringify([status, headers['content-type'], headers.location, headers.etag, body])
}
