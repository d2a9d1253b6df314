// The overview, asked again now and then, and sooner while it is older than what has happened since.
import { useQuery } from '@tanstack/react-query'
import type { EventEnvelope, OverviewRange } from '@task-service/contract'
import { useCallback, useRef } from 'react'
import { call } from '#api/call.ts'
import { useEvents } from '#live/live.ts'

const EVERY_MS = 30_000
/** The server believes its figures for a few seconds, or longer where counting is dear. */
const CATCH_UP_MS = 4_000

export function useOverview(range: OverviewRange) {
  const newest = useRef('')
  useEvents(
    useCallback(({ timestamp }: EventEnvelope) => {
      if (timestamp > newest.current) newest.current = timestamp
    }, []),
  )
  return useQuery({
    queryKey: ['stats', range],
    queryFn: async ({ signal }) =>
      (await call('stats.overview', { query: { range }, signal })).body,
    refetchInterval: ({ state: { data } }) =>
      data && data.as_of < newest.current ? CATCH_UP_MS : EVERY_MS,
    placeholderData: (earlier) => earlier,
  })
}
