// The rows of a list as its address asks for them.
import { useMemo } from 'react'
import { useMe } from '#api/me.ts'
import { ME, type TaskSearch } from '#features/tasks/data/task-search.ts'
import { type TaskFilters, toFilters } from '#features/tasks/data/to-query.ts'
import { resolveExtra, type ViewExtra } from '#features/tasks/views/view-search.ts'
import { useNow } from '#lib/use-now.ts'
import { itemsOf } from './list-items.ts'
import { tasksOf } from './task-list.tsx'
import { useListGroups } from './use-list-groups.ts'

export function useListItems(
  search: TaskSearch,
  extra: ViewExtra | undefined,
  isViewKnown: boolean,
) {
  const username = useMe()?.user.username
  const now = useNow()
  // Who "me" is may not be known yet; filtering by that name would show nothing.
  const isKnown = isViewKnown && (search.assignee !== ME || username !== undefined)
  // As text, so that the same filters are the same value and nothing is asked twice.
  const text = JSON.stringify({
    ...toFilters(search, { username, now }),
    ...(extra && resolveExtra(extra, now)),
  })
  const filters = useMemo(() => JSON.parse(text) as TaskFilters, [text]) // written just above
  const { groups, ...rest } = useListGroups(search, filters, isKnown)
  const items = useMemo(() => itemsOf(groups), [groups])
  const tasks = useMemo(() => tasksOf(items), [items])
  const retry = () => {
    for (const group of groups) group.onRetry()
  }
  const isReady = groups.some(({ state }) => state !== 'waiting')
  return { items, tasks, retry, isReady, ...rest }
}
