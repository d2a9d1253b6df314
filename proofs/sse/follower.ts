// A client that follows the stream as browsers do: whatever ends the connection, it comes back and says where it was.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventSource, openEventSource } from '../../tests/harness/events/event-source.ts'

export type Received = { id: string; delayMs: number }

export type Follower = {
  received: Received[]
  connections: () => number
  /** Answers that no client should get. */
  faults: string[]
  isOpen: () => boolean
  stop: () => Promise<void>
}

export type FollowerOptions = {
  url: string
  headers: Record<string, string>
  /** False forgets where it was: the control. */
  resumes: boolean
}

/** What a proxy says while the process behind it is gone. */
const PASSING = [502, 503, 504]
/** Sooner than the server asks for, so that many come back while it is not there yet. */
const LONGEST_WAIT_MS = 300

export function startFollower({ url, headers, resumes }: FollowerOptions): Follower {
  const received: Received[] = []
  const faults: string[] = []
  let lastId: string | undefined
  let connections = 0
  let current: EventSource | undefined
  let isStopped = false

  function onEvent({ data }: { data: string }): void {
    const { id, timestamp } = JSON.parse(data) as { id: string; timestamp: string } // an envelope of the contract
    received.push({ id, delayMs: Date.now() - Date.parse(timestamp) })
  }

  async function connect(): Promise<number> {
    const source = await openEventSource(url, {
      headers,
      lastEventId: resumes ? lastId : undefined,
      onEvent,
    })
    if (source.status !== 200) {
      if (!PASSING.includes(source.status)) faults.push(`${source.status} ${source.body}`)
      return LONGEST_WAIT_MS
    }
    connections++
    current = source
    if (isStopped) source.close()
    await source.ended
    current = undefined
    if (source.lastId() !== '') lastId = source.lastId()
    return source.retry() ?? LONGEST_WAIT_MS
  }

  const running = (async () => {
    for (;;) {
      if (isStopped) return
      const waitMs = await connect().catch(() => LONGEST_WAIT_MS)
      if (!isStopped) await sleep(Math.min(waitMs, LONGEST_WAIT_MS))
    }
  })()

  return {
    received,
    faults,
    connections: () => connections,
    isOpen: () => (current?.lastId() ?? '') !== '',
    async stop() {
      isStopped = true
      current?.close()
      await running
    },
  }
}

export type Shortfall = { missed: number; twice: number; disordered: number }

/** What a follower has of the log, in the order of the log. */
export function compareWithLog(received: readonly Received[], log: readonly string[]): Shortfall {
  const place = new Map(log.map((id, index) => [id, index]))
  const met = new Set<string>()
  let twice = 0
  let disordered = 0
  let last = -1
  for (const { id } of received) {
    if (met.has(id)) twice++
    met.add(id)
    const at = place.get(id) ?? -1
    if (at < last) disordered++
    last = at
  }
  return { missed: log.filter((id) => !met.has(id)).length, twice, disordered }
}
