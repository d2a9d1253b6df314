// How a list of tasks is asked for, page by page.

import type { InfiniteData, Query } from '@tanstack/react-query'
import type { TaskListQuery, TaskPage } from '@task-service/contract'
import { call } from '#api/call.ts'

const PAGE_SIZE = 100
/** Events keep a list right. Asking all of a long one again would take as many requests as it has pages. */
const ASKED_AGAIN_PAGES = 3

type Pages = InfiniteData<TaskPage, string | undefined>

function isShort(query: { state: { data?: unknown } }): boolean {
  const pages = (query.state.data as Pages | undefined)?.pages // the data of this very query
  return (pages?.length ?? 0) <= ASKED_AGAIN_PAGES
}

export function taskListOptions(query: TaskListQuery) {
  return {
    queryKey: ['tasks', 'list', query] as const,
    queryFn: async ({
      pageParam,
      signal,
    }: {
      pageParam: string | undefined
      signal: AbortSignal
    }): Promise<TaskPage> => {
      const asked = { limit: PAGE_SIZE, ...query, ...(pageParam && { cursor: pageParam }) }
      return (await call('tasks.list', { query: asked, signal })).body
    },
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page: TaskPage) => page.next_cursor ?? undefined,
    refetchOnWindowFocus: (given: Query<TaskPage, Error, Pages>) =>
      isShort(given) ? ('always' as const) : false,
  }
}
