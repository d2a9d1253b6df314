// One request sent many times at once, as impatient clients and proxies do: some hang up, the rest retry until answered.
import type { Answer, ApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { insist, type Tries } from '../../tests/harness/clients/insist.ts'
import type { Fleet } from '../../tests/harness/processes/fleet.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import type { TestTenant } from '../../tests/harness/service.ts'

export type Sender = {
  caller: ApiCaller
  fleet: Fleet
  random: SeededRandom
  /** Off in the control. */
  sendKey: boolean
}

export type CreateRequest = { tenant: TestTenant; key: string; body: unknown; path?: string }

export type Duplicates = Tries & { answers: Answer[]; hungUp: number }

const MAX_TRIES = 60
const MAX_TIMEOUT_MS = 50

export async function sendDuplicates(
  sender: Sender,
  request: CreateRequest,
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
        ? hangUp(sender, request, copy, random.between(0, MAX_TIMEOUT_MS), outcome)
        : keepSending(sender, request, copy, outcome),
    ),
  )
  return outcome
}

export function sendOnce(
  { caller, fleet, sendKey }: Sender,
  { tenant, key, body, path = '/api/tasks' }: CreateRequest,
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
  request: CreateRequest,
  copy: number,
  timeoutMs: number,
  outcome: Duplicates,
): Promise<void> {
  try {
    const answer = await sendOnce(sender, request, copy, AbortSignal.timeout(timeoutMs))
    // Answered before the timeout: an answer like any other.
    if (answer.status === 201) outcome.answers.push(answer)
  } catch {
    outcome.hungUp++
  }
}

async function keepSending(
  sender: Sender,
  request: CreateRequest,
  copy: number,
  outcome: Duplicates,
): Promise<void> {
  const send = (attempt: number) => sendOnce(sender, request, copy + attempt)
  const answer = await insist(send, outcome, { maxTries: MAX_TRIES })
  if (answer?.status === 201) outcome.answers.push(answer)
  else if (answer) outcome.faults.push(`answered ${answer.status} ${answer.body}`)
}
