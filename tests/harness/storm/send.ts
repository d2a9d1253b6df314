// How a client of the storm sends: once, or until it is answered, at any process that may be alive.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type ApiCaller, isReplay } from '../clients/api-caller.ts'
import { insist, type Tries } from '../clients/insist.ts'
import type { Fleet } from '../processes/fleet.ts'
import type { TestTenant } from '../service.ts'

export type StormRequest = {
  tenant: TestTenant
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  body?: unknown
  key?: string
  ifMatch?: number
}

export type Traffic = Tries & {
  requests: number
  /** Not answered at all, though the connection held. */
  hung: number
  /** Answered at a later try with what an earlier one had done: the answer was lost, the work was not. */
  replayed: number
  slowestMs: number
}

export type Line = {
  caller: ApiCaller
  fleet: Fleet
  traffic: Traffic
  /** The control's mistake: a retry that does not say that it is one. */
  freshKeys: boolean
}

export type Insisted = { answer: Answer; tries: number; key: string | undefined }

/** Longer than any limit of the service; a process that is silent for so long hangs. */
const SILENCE_MS = 20_000
const RETRY_MS = 300
const MAX_TRIES = 400

export async function sendAt(line: Line, request: StormRequest, place: number): Promise<Answer> {
  const { caller, fleet, traffic } = line
  const { tenant, method, path, body, key, ifMatch } = request
  const signal = AbortSignal.timeout(SILENCE_MS)
  const started = performance.now()
  traffic.requests++
  try {
    return await caller.call(`${fleet.url(place)}${path}`, {
      method,
      headers: {
        host: tenant.host,
        'x-api-key': tenant.key,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      },
      ...(body !== undefined && { body }),
      signal,
    })
  } catch (error) {
    if (signal.aborted) traffic.hung++
    throw error
  } finally {
    traffic.slowestMs = Math.max(traffic.slowestMs, performance.now() - started)
  }
}

/** To the first process that accepts it, and only there. Undefined when its outcome is unknown. */
export async function sendOnce(
  line: Line,
  request: StormRequest,
  place: number,
): Promise<Answer | undefined> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const answer = await sendAt(line, request, place + attempt).catch((error: unknown) => {
      return isRefused(error) ? 'refused' : undefined
    })
    if (answer === undefined) line.traffic.unreachable++
    else if (answer !== 'refused' && answer.status === 503) line.traffic.turnedAway++
    else if (answer !== 'refused') return answer
    if (answer !== 'refused') return undefined
    await sleep(RETRY_MS)
  }
  line.traffic.faults.push(`not accepted in ${MAX_TRIES} tries`)
}

/** Nothing listened, so nothing has read it. */
function isRefused(error: unknown): boolean {
  return (error as { code?: string }).code === 'ECONNREFUSED'
}

/** At one process after the other, or at the one place that is `pinned`. */
export async function sendUntilAnswered(
  line: Line,
  request: StormRequest,
  place: number,
  pinned = false,
): Promise<Insisted | undefined> {
  let tries = 0
  let key: string | undefined
  const send = (attempt: number) => {
    tries++
    key = line.freshKeys && attempt > 0 && request.key ? `${request.key}-${attempt}` : request.key
    const sent = { ...request, ...(key !== undefined && { key }) }
    return sendAt(line, sent, pinned ? place : place + attempt)
  }
  const maxWaitMs = pinned ? RETRY_MS / 5 : RETRY_MS
  const answer = await insist(send, line.traffic, { maxTries: MAX_TRIES, maxWaitMs })
  if (answer && tries > 1 && isReplay(answer)) line.traffic.replayed++
  return answer && { answer, tries, key }
}
