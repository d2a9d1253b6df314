// Creates tasks of one tenant through the proxy, each with an idempotency key until it is acknowledged, as a client that follows the
// documentation does.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'

export type Target = { port: number; slug: string; apiKey: string }

export type Acknowledgment = {
  title: string
  id: string
  number: number
  at: number
  /** Of the attempt that succeeded. */
  ms: number
}

export type Load = {
  acknowledged: Acknowledgment[]
  /** How often each response came, by status and code. */
  responses: Map<string, number>
  /** Ends when everything that was sent is acknowledged. */
  stop: () => Promise<void>
}

type Answer = { status: number; body: string; ms: number }

const RETRY_MS = 50
const GIVE_UP_MS = 60_000

export function startLoad(target: Target, perSecond: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const acknowledged: Acknowledgment[] = []
  const responses = new Map<string, number>()
  const open = new Set<Promise<void>>()
  const stopping = new AbortController()
  const startedAt = performance.now()
  const sending = (async () => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const wait = startedAt + (count * 1_000) / perSecond - performance.now()
      if (wait > 0) await sleep(wait)
      const one = create({ target, agent, responses, acknowledged }, `${target.slug} ${count}`)
      open.add(one)
      void one.finally(() => open.delete(one))
    }
  })()
  return {
    acknowledged,
    responses,
    async stop() {
      stopping.abort()
      await sending
      await Promise.all(open)
      agent.destroy()
    },
  }
}

type Sending = {
  target: Target
  agent: Agent
  responses: Map<string, number>
  acknowledged: Acknowledgment[]
}

async function create(sending: Sending, title: string): Promise<void> {
  const { responses, acknowledged } = sending
  for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; ) {
    const { status, body, ms } = await send(sending, 'POST', '/api/tasks', { title })
    const name = status === 201 ? '201' : `${status} ${codeOf(body)}`
    responses.set(name, (responses.get(name) ?? 0) + 1)
    if (status === 201) {
      const { id, number } = JSON.parse(body) as { id: string; number: number } // as the contract says
      acknowledged.push({ title, id, number, at: performance.now(), ms })
      return
    }
    await sleep(RETRY_MS)
  }
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: unknown }).code)
  } catch {
    return body.slice(0, 40)
  }
}

function send(
  { target, agent }: Pick<Sending, 'target' | 'agent'>,
  method: string,
  path: string,
  body: { title: string },
): Promise<Answer> {
  const payload = JSON.stringify(body)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, text: string) =>
      resolve({ status, body: text, ms: performance.now() - startedAt })
    const outgoing = request({
      host: '127.0.0.1',
      port: target.port,
      path,
      method,
      agent,
      headers: {
        host: `${target.slug}.${HOST_SUFFIX}`,
        'x-api-key': target.apiKey,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': body.title.replace(' ', '-'),
      },
    })
    outgoing.setTimeout(10_000, () => outgoing.destroy(new Error('no response in 10 s')))
    outgoing.on('error', (error) => end(0, error.message))
    outgoing.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
      response.on('end', () => end(response.statusCode ?? 0, text))
      response.on('error', (error) => end(0, error.message))
    })
    outgoing.end(payload)
  })
}

/** As fast as the service accepts them. */
export async function fill(target: Target, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const sending = { target, agent, responses: new Map<string, number>(), acknowledged: [] }
  let next = 0
  const lane = async () => {
    while (next < count) await create(sending, `filled ${next++}`)
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  agent.destroy()
}

/** The longest time without an acknowledgment between two moments. */
export function longestPause(load: Load, from: number, to: number): number {
  const times = load.acknowledged
    .map(({ at }) => at)
    .filter((at) => at > from - 1_000 && at < to + 1_000)
  times.sort((a, b) => a - b)
  let longest = 0
  for (const [place, at] of times.entries()) {
    if (place > 0) longest = Math.max(longest, at - (times[place - 1] ?? at))
  }
  return longest
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
