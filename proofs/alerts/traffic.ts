// Requests of clients, which can be stopped while a fault is removed: what waits for it would count as slow afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'

export type Kind = 'create' | 'list'

export type Traffic = {
  start: (...kinds: Kind[]) => void
  /** Returns when no request is in progress. */
  stop: () => Promise<void>
  sent: () => number
  close: () => Promise<void>
}

/** Fewer in progress than the process accepts. */
const LOOPS = { create: 6, list: 5 }
const PAUSE_MS = 250

export function startTraffic(urlOf: () => string, apiKey: string): Traffic {
  const caller = createApiCaller()
  const kinds = new Set<Kind>()
  const pending = new Set<Promise<unknown>>()
  const closing = new AbortController()
  let sent = 0

  async function loop(kind: Kind): Promise<void> {
    while (!closing.signal.aborted) {
      if (kinds.has(kind)) {
        const request = requestOf(kind)
        const headers = { 'x-api-key': apiKey }
        // A process that is down is a fault of the program, too.
        const sending = caller
          .call(`${urlOf()}${request.path}`, { ...request, headers })
          .catch(() => undefined)
        pending.add(sending)
        await sending
        pending.delete(sending)
        sent += 1
      }
      await sleep(PAUSE_MS)
    }
  }

  const loops = (['create', 'list'] as const).flatMap((kind) =>
    Array.from({ length: LOOPS[kind] }, () => loop(kind)),
  )
  async function stop(): Promise<void> {
    kinds.clear()
    await Promise.all(pending)
  }
  return {
    start: (...chosen) => {
      for (const kind of chosen) kinds.add(kind)
    },
    stop,
    sent: () => sent,
    async close() {
      await stop()
      closing.abort()
      await Promise.all(loops)
      caller.close()
    },
  }
}

/** Only lists read the values of custom fields, so they can be blocked without blocking creates. */
function requestOf(kind: Kind): { method: string; path: string; body?: object } {
  return kind === 'create'
    ? { method: 'POST', path: '/api/tasks', body: { title: 'watched' } }
    : { method: 'GET', path: '/api/tasks?sort=field:points&limit=5' }
}
