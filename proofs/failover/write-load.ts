// Creates tasks at a steady rate, each with a key that is repeated until the create is acknowledged, and writes down every
// response.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, createApiCaller } from '../../tests/harness/clients/api-caller.ts'

const WRITERS = 8
const EVERY_MS = 200
/** Sooner than Retry-After says, to see when the outage ends. */
const RETRY_MS = 300
/** What takes longer hangs. */
const HANG_MS = 60_000

export type Acknowledged = { title: string; id: string; at: number }

export type LoadReport = {
  acknowledged: Acknowledged[]
  attempts: number
  /** Sent again after 503. */
  unavailable: number
  /** Responses of the service itself, not of HAProxy. */
  slowest503Ms: number
  /** Other than 2xx and 503, and 503 without Retry-After. */
  faults: string[]
  reads: number
}

export type Load = {
  /** Times of acknowledgements since then, in order. */
  acknowledgedSince: (at: number) => number[]
  slowest503Since: (at: number) => number
  stop: () => Promise<LoadReport>
}

type Answers = {
  acknowledged: Acknowledged[]
  faults: string[]
  own503: { at: number; ms: number }[]
  attempts: number
  unavailable: number
  reads: number
}

type Send = (
  method: 'GET' | 'POST',
  path: string,
  key?: string,
  body?: object,
) => Promise<Answer | undefined>

export function startLoad(url: string, apiKey: string): Load {
  const caller = createApiCaller()
  const answers: Answers = {
    acknowledged: [],
    faults: [],
    own503: [],
    attempts: 0,
    unavailable: 0,
    reads: 0,
  }
  const send: Send = async (method, path, key, body) => {
    const at = Date.now()
    const headers = { 'x-api-key': apiKey, ...(key !== undefined && { 'idempotency-key': key }) }
    const signal = AbortSignal.timeout(HANG_MS)
    const answer = await caller
      .call(`${url}${path}`, { method, headers, body, signal })
      .catch((error: Error) => error)
    note(answers, method, answer, at)
    return answer instanceof Error ? undefined : answer
  }
  const stopping = new AbortController()
  const slowest503Since = (since: number) =>
    answers.own503.reduce((most, { at, ms }) => (at >= since ? Math.max(most, ms) : most), 0)
  const running = Promise.all([
    read(send, answers, stopping.signal),
    ...Array.from({ length: WRITERS }, (_, n) => write(n, send, answers, stopping.signal)),
  ])
  return {
    acknowledgedSince: (since) => {
      const times = answers.acknowledged.map(({ at }) => at)
      return times.slice(times.findLastIndex((at) => at < since) + 1)
    },
    slowest503Since,
    async stop() {
      stopping.abort()
      await running
      caller.close()
      return { ...answers, slowest503Ms: slowest503Since(0) }
    },
  }
}

function note(answers: Answers, method: string, answer: Answer | Error, at: number): void {
  const ms = Date.now() - at
  const fault = (what: string) =>
    answers.faults.push(`${new Date(at).toISOString()} ${method}: ${what} after ${ms} ms`)
  if (answer instanceof Error) fault(answer.message)
  else if (answer.status === 503) {
    answers.unavailable++
    if (isOwn(answer)) answers.own503.push({ at, ms })
    if (!(Number(answer.headers['retry-after']) >= 1)) fault('503 without Retry-After')
  } else if (answer.status >= 300) fault(`${answer.status} ${answer.body.slice(0, 200)}`)
}

async function write(
  writer: number,
  send: Send,
  answers: Answers,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    const title = `failover ${writer}-${number}`
    const startedAt = Date.now()
    for (;;) {
      answers.attempts++
      const answer = await send('POST', '/api/tasks', `failover-${writer}-${number}`, { title })
      if (answer && answer.status < 300) {
        const { id } = JSON.parse(answer.body) as { id: string } // a task
        answers.acknowledged.push({ title, id, at: Date.now() })
        break
      }
      if (answer && answer.status !== 503) break
      await sleep(RETRY_MS)
    }
    await sleep(Math.max(0, startedAt + EVERY_MS - Date.now()))
  }
}

async function read(send: Send, answers: Answers, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; answers.reads++) {
    await send('GET', '/api/tasks?limit=20')
    await sleep(EVERY_MS)
  }
}

function isOwn({ headers }: Answer): boolean {
  return String(headers['content-type']).includes('problem+json')
}
