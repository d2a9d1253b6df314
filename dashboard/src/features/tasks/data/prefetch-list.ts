// Asks for the tasks of a list while the screen that shows them is still on its way.
import type { QueryClient } from '@tanstack/react-query'
import { FIRST_GROUPS, planGroups } from './list-groups.ts'
import { taskListOptions } from './task-list-options.ts'
import { ME, readSearch } from './task-search.ts'
import { toFilters } from './to-query.ts'

export function prefetchList(client: QueryClient, address: Record<string, unknown>): void {
  const search = readSearch(address)
  // Who that is has to be asked first.
  if (search.assignee === ME || search.view !== undefined) return
  const filters = toFilters(search, { username: undefined, now: new Date() })
  for (const { query } of planGroups(search, filters, undefined).slice(0, FIRST_GROUPS)) {
    void client.prefetchInfiniteQuery(taskListOptions(query))
  }
}
