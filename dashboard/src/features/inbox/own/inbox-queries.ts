// Reads one's own inbox: in pages by state and kind, and how much is unread.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type Box, COUNTS, type Filter, kindsOf, LISTS } from './inbox-lists.ts'

const PAGE = 50
/** Snoozes end and due dates come without an event. */
const EVERY_MS = 60_000

export const inboxQuery = (state: Box, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, state, filter],
    queryFn: async ({ pageParam, signal }) => {
      const kind = kindsOf[filter]
      const query = {
        state,
        limit: PAGE,
        ...(kind && { kind: [...kind] }),
        ...(pageParam && { cursor: pageParam }),
      }
      return (await call('inbox.list', { query, signal })).body
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: EVERY_MS,
  })

export const inboxCountsQuery = queryOptions({
  queryKey: COUNTS,
  queryFn: async ({ signal }) => (await call('inbox.counts', { signal })).body,
  refetchInterval: EVERY_MS,
  placeholderData: keepPreviousData,
})
