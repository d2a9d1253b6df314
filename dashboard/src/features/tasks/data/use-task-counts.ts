// How many tasks there are, from the server, because a list knows only the pages it has loaded.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TaskCounts, TaskGrouping } from '@task-service/contract'
import { call } from '#api/call.ts'
import type { TaskFilters } from './to-query.ts'

export function useTaskCounts(
  filters: TaskFilters,
  groupBy?: TaskGrouping,
  /** False while something more urgent is on its way. */
  isWanted = true,
): TaskCounts | undefined {
  const query = { ...filters, ...(groupBy && { group_by: groupBy }) }
  const { data } = useQuery({
    queryKey: ['tasks', 'counts', 'groups', query],
    queryFn: async ({ signal }) => (await call('tasks.counts', { query, signal })).body,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
  return data
}

/** `10,000+` where the server stopped counting. */
export function describeCount(count: number, isAtLeast: boolean, locale: string): string {
  return `${count.toLocaleString(locale)}${isAtLeast ? '+' : ''}`
}
