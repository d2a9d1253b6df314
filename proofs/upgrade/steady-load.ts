// Requests at a fixed rate, whether earlier ones were answered or not: what waits shows up as latency, not as less load.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { percentile } from '../../tests/harness/measure/measurement.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

export type LoadReport = {
  requests: number
  /** Everything but the expected status, as `POST 503 …`. */
  failures: string[]
  p50Ms: number
  p99Ms: number
  longestMs: number
  /** During which phase the longest request was sent. */
  longestIn: string
  /** Titles whose creation was acknowledged. */
  created: string[]
}

export type Load = {
  /** Names what happens next, for the report. */
  enter: (phase: string) => void
  stop: () => Promise<LoadReport>
}

const ROUND = ['create', 'get', 'list', 'change', 'get', 'list'] as const
type Operation = (typeof ROUND)[number]

type Task = { id: string; title: string }
type Sample = { phase: string; ms: number }

export function startLoad(options: {
  url: string
  apiKey: string
  perSecond: number
  random: SeededRandom
}): Load {
  const { url, apiKey, perSecond, random } = options
  const { call, close } = createApiCaller()
  const tasks: Task[] = []
  const samples: Sample[] = []
  const failures: string[] = []
  const pending = new Set<Promise<void>>()
  let phase = 'start'
  const stopping = new AbortController()
  let count = 0

  async function send(operation: Operation): Promise<void> {
    const number = count++
    const sentIn = phase
    const startedAt = performance.now()
    const picked = tasks[random.between(0, tasks.length - 1)]
    const request = requestOf(picked ? operation : 'create', number, picked?.id ?? '')
    const answer = await call(`${url}/api${request.path}`, {
      ...request,
      headers: { 'x-api-key': apiKey },
    }).catch((error: Error) => error)
    samples.push({ phase: sentIn, ms: performance.now() - startedAt })
    if (isAnswer(answer) && answer.status === request.status) {
      if (request.status === 201) tasks.push(JSON.parse(answer.body) as Task) // as the API declares
    } else failures.push(`${sentIn}: ${request.method} ${describe(answer)}`)
  }

  async function run(): Promise<void> {
    const startedAt = performance.now()
    for (let sent = 0; !stopping.signal.aborted; sent++) {
      const aheadMs = startedAt + (sent * 1_000) / perSecond - performance.now()
      if (aheadMs > 0) await sleep(aheadMs)
      const sending: Promise<void> = send(ROUND[sent % ROUND.length] ?? 'list').finally(
        () => void pending.delete(sending),
      )
      pending.add(sending)
    }
  }

  const running = run()
  return {
    enter(next) {
      phase = next
    },
    async stop() {
      stopping.abort()
      await running
      await Promise.all(pending)
      close()
      return report(samples, failures, tasks)
    },
  }
}

function requestOf(operation: Operation, number: number, id: string) {
  const title = `upgrade ${number}`
  const description = `change ${number}`
  const requests = {
    create: { method: 'POST', path: '/tasks', body: { title }, status: 201 },
    change: { method: 'PATCH', path: `/tasks/${id}`, body: { description }, status: 200 },
    get: { method: 'GET', path: `/tasks/${id}`, status: 200 },
    list: { method: 'GET', path: '/tasks?limit=20&q=upgrade', status: 200 },
  }
  return requests[operation]
}

function report(samples: Sample[], failures: string[], tasks: Task[]): LoadReport {
  const sorted = samples.toSorted((a, b) => a.ms - b.ms)
  const times = sorted.map(({ ms }) => ms)
  const longest = sorted.at(-1)
  return {
    requests: samples.length,
    failures,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    longestMs: longest?.ms ?? Number.NaN,
    longestIn: longest?.phase ?? '',
    created: tasks.map(({ title }) => title),
  }
}

function isAnswer(answer: Answer | Error): answer is Answer {
  return 'status' in answer
}

function describe(answer: Answer | Error): string {
  return isAnswer(answer) ? `${answer.status} ${answer.body.slice(0, 200)}` : answer.message
}
