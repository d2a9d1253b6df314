// Creates tasks at a steady rate, each with a key that is repeated until the create is acknowledged, and writes down every
// response.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, createApiCaller } from '../clients/api-caller.ts'

const WRITERS = 8
const EVERY_MS = 200
/** Sooner than Retry-After says, to see when the outage ends. */
const RETRY_MS = 300
/** What takes longer hangs. */
const HANG_MS = 60_000

export type Acknowledged = { title: string; id: string; at: number }
export type Read = { sentAt: number; status: number }

export type LoadReport = {
  acknowledged: Acknowledged[]
  attempts: number
  /** Sent again after 503. */
  unavailable: number
  /** Responses of the service itself, not of a proxy in front of it. */
  slowest503Ms: number
  slowestMs: number
  /** Other than 2xx and 503, and 503 without Retry-After. */
  faults: string[]
  reads: number
}

export type LoadOptions = {
  /** Asked in turn. */
  urls: readonly string[]
  apiKey: string
  /** Of the tasks and of the keys. */
  name: string
}

export type Load = {
  /** Times of acknowledgements since then, in order. */
  acknowledgedSince: (at: number) => number[]
  slowest503Since: (at: number) => number
  /** Responses 503, to reads and writes. */
  count503Since: (at: number) => number
  readsSince: (at: number) => Read[]
  /** How long the creates took that were acknowledged since then, in order. */
  durationsSince: (at: number) => number[]
  acknowledged: () => readonly Acknowledged[]
  stop: () => Promise<LoadReport>
}

type Answers = {
  acknowledged: (Acknowledged & { ms: number })[]
  faults: string[]
  own503: { at: number; ms: number }[]
  reads: Read[]
  attempts: number
  unavailable: number
  slowestMs: number
}

type Request = { method: 'GET' | 'POST'; path: string; key?: string; body?: object }
type Send = (request: Request) => Promise<Answer | undefined>

export function startLoad(options: LoadOptions): Load {
  const answers: Answers = {
    acknowledged: [],
    faults: [],
    own503: [],
    reads: [],
    attempts: 0,
    unavailable: 0,
    slowestMs: 0,
  }
  const { send, close } = openLine(options, answers)
  const stopping = new AbortController()
  const slowest503Since = (since: number) =>
    answers.own503.reduce((most, { at, ms }) => (at >= since ? Math.max(most, ms) : most), 0)
  const confirmedSince = (at: number) =>
    answers.acknowledged.slice(answers.acknowledged.findLastIndex((one) => one.at < at) + 1)
  const writers = Array.from({ length: WRITERS }, (_, n) => `${options.name} ${n}`)
  const running = Promise.all([
    read(send, answers, stopping.signal),
    ...writers.map((writer) => write(writer, send, answers, stopping.signal)),
  ])
  return {
    acknowledgedSince: (at) => confirmedSince(at).map((one) => one.at),
    durationsSince: (at) => confirmedSince(at).map(({ ms }) => ms),
    slowest503Since,
    count503Since: (since) => answers.own503.filter(({ at, ms }) => at + ms >= since).length,
    readsSince: (at) => answers.reads.filter(({ sentAt }) => sentAt >= at),
    acknowledged: () => answers.acknowledged,
    async stop() {
      stopping.abort()
      await running
      close()
      return { ...answers, reads: answers.reads.length, slowest503Ms: slowest503Since(0) }
    },
  }
}

function openLine({ urls, apiKey }: LoadOptions, answers: Answers) {
  const caller = createApiCaller()
  let turn = 0
  const send: Send = async ({ method, path, key, body }) => {
    const at = Date.now()
    const url = urls[turn++ % urls.length] ?? ''
    const headers = { 'x-api-key': apiKey, ...(key !== undefined && { 'idempotency-key': key }) }
    const signal = AbortSignal.timeout(HANG_MS)
    const answer = await caller
      .call(`${url}${path}`, { method, headers, body, signal })
      .catch((error: Error) => error)
    note(answers, method, answer, at)
    return answer instanceof Error ? undefined : answer
  }
  return { send, close: () => caller.close() }
}

function note(answers: Answers, method: string, answer: Answer | Error, at: number): void {
  const ms = Date.now() - at
  answers.slowestMs = Math.max(answers.slowestMs, ms)
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
  writer: string,
  send: Send,
  answers: Answers,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    const title = `${writer}-${number}`
    const key = title.replaceAll(' ', '-')
    const startedAt = Date.now()
    for (;;) {
      answers.attempts++
      const sentAt = Date.now()
      const answer = await send({ method: 'POST', path: '/api/tasks', key, body: { title } })
      if (answer && answer.status < 300) {
        const { id } = JSON.parse(answer.body) as { id: string } // a task
        const at = Date.now()
        answers.acknowledged.push({ title, id, at, ms: at - sentAt })
        break
      }
      if (answer && answer.status !== 503) break
      await sleep(RETRY_MS)
    }
    await sleep(Math.max(0, startedAt + EVERY_MS - Date.now()))
  }
}

async function read(send: Send, answers: Answers, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const sentAt = Date.now()
    const answer = await send({ method: 'GET', path: '/api/tasks?limit=20' })
    answers.reads.push({ sentAt, status: answer?.status ?? 0 })
    await sleep(EVERY_MS)
  }
}

function isOwn({ headers }: Answer): boolean {
  return String(headers['content-type']).includes('problem+json')
}

/** For a few acknowledgements in a row: one could be of a commit that was still in flight. */
export async function untilAcknowledged(
  load: Load,
  since: number,
  limitMs: number,
): Promise<boolean> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(200)) {
    const recent = load.acknowledgedSince(Math.max(since + 1_000, Date.now() - 1_500))
    if (recent.length >= 5) return true
  }
  return false
}
