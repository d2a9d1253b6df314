// The one connection of this tab: started with the page, notified about the network and the visibility of the page.
import type { QueryClient } from '@tanstack/react-query'
import type { EventEnvelope } from '@task-service/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { addressOf } from '#api/call.ts'
import { createEventSink, type TaskCache } from './event-sink.ts'
import { Feed, type PageAnswer, type StreamAnswer } from './feed.ts'
import type { FeedCondition, FeedState } from './feed-state.ts'

/** Browsers allow few connections to one address, and a hidden tab need not hold one. */
const HIDDEN_MS = 60_000

let state: FeedState = { state: 'connecting', since: new Date() }
const listeners = new Set<() => void>()
const handlers = new Set<(event: EventEnvelope) => void>()
let feed: Feed | undefined

export function startLive(client: QueryClient, cache: TaskCache): void {
  const sink = createEventSink(client, cache, (event) => {
    for (const handler of handlers) handler(event)
  })
  const visibility = watchVisibility()
  feed = new Feed({
    openStream,
    readPage,
    onEvents: sink.add,
    onGap: sink.gap,
    onState: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    obstacle: () => visibility.obstacle() ?? networkObstacle(),
  })
  window.addEventListener('online', retryNow)
  window.addEventListener('offline', retryNow)
}

export function retryNow(): void {
  feed?.nudge()
}

function networkObstacle(): FeedCondition | undefined {
  return navigator.onLine ? undefined : { state: 'offline', reason: 'no_network' }
}

function watchVisibility() {
  let isHidden = document.hidden
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) {
      timer = setTimeout(() => {
        isHidden = true
        retryNow()
      }, HIDDEN_MS)
    } else if (isHidden) {
      isHidden = false
      retryNow()
    }
  })
  return {
    obstacle: (): FeedCondition | undefined =>
      isHidden ? { state: 'paused', reason: 'hidden' } : undefined,
  }
}

const headers = { 'x-ts-csrf': '1' }

async function openStream(cursor: string | undefined, signal: AbortSignal): Promise<StreamAnswer> {
  const response = await fetch(addressOf('/events/stream'), {
    headers: {
      ...headers,
      accept: 'text/event-stream',
      ...(cursor !== undefined && { 'last-event-id': cursor }),
    },
    cache: 'no-store',
    signal,
  })
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
    body: response.ok ? (response.body ?? undefined) : undefined,
  }
}

async function readPage(cursor: string | undefined, signal: AbortSignal): Promise<PageAnswer> {
  const query = cursor === undefined ? 'limit=1' : `limit=100&after=${encodeURIComponent(cursor)}`
  const response = await fetch(addressOf(`/events?${query}`), { headers, signal })
  const page = response.ok ? ((await response.json()) as PageAnswer['page']) : undefined // the contract of the log
  return { status: response.status, page }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLive = (): FeedState => useSyncExternalStore(subscribe, () => state)

/** Every event as it arrives, after the answers that are kept have taken it in. `handler` must stay the same. */
export function useEvents(handler: (event: EventEnvelope) => void): void {
  useEffect(() => {
    handlers.add(handler)
    return () => {
      handlers.delete(handler)
    }
  }, [handler])
}
