// All runs of a task, newest first; while one is live it is polled, because heartbeats are not events.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { isLive } from '#features/runs/run-queries.ts'

const PAGE = 20
const EVERY_MS = 4_000

export const taskRunsQuery = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'task', taskId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { task: taskId, limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      return (await call('runs.list', { query, signal })).body
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.data.some(isLive) ? EVERY_MS : false,
  })
