// What Home asks for: the flow and the overview, again now and then, and sooner while they are older than what has happened.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EventEnvelope, OverviewRange } from '@task-service/contract'
import { useCallback, useRef } from 'react'
import { call } from '#api/call.ts'
import { useEvents } from '#live/live.ts'

const EVERY_MS = 30_000
/** The server caches its figures for a few seconds, or longer where counting is expensive. */
const CATCH_UP_MS = 4_000

/** Events, timers and a return to the tab may coincide. */
const LEAST_MS = 1_000
const asked = new Map<string, number>()

async function awaitTurn(name: string): Promise<void> {
  const waitMs = (asked.get(name) ?? Number.NEGATIVE_INFINITY) + LEAST_MS - performance.now()
  asked.set(name, performance.now() + Math.max(0, waitMs))
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
}

/** How long to wait before asking again, for an answer that was made at a time of the server's clock. */
function usePace(): (answer: { as_of: string } | undefined) => number {
  const newest = useRef('')
  useEvents(
    useCallback(({ timestamp }: EventEnvelope) => {
      if (timestamp > newest.current) newest.current = timestamp
    }, []),
  )
  return (answer) => (answer && answer.as_of < newest.current ? CATCH_UP_MS : EVERY_MS)
}

export function useOverview(range: OverviewRange) {
  const pace = usePace()
  return useQuery({
    queryKey: ['stats', 'overview', range],
    queryFn: async ({ signal }) => {
      await awaitTurn(`overview ${range}`)
      return (await call('stats.overview', { query: { range }, signal })).body
    },
    refetchInterval: ({ state }) => pace(state.data),
    placeholderData: keepPreviousData,
  })
}

export function useFlow(range: OverviewRange) {
  const pace = usePace()
  return useQuery({
    queryKey: ['stats', 'flow', range],
    queryFn: async ({ signal }) => {
      await awaitTurn(`flow ${range}`)
      return (await call('stats.flow', { query: { range }, signal })).body
    },
    refetchInterval: ({ state }) => pace(state.data),
    placeholderData: keepPreviousData,
  })
}
