// The groups of a list with their tasks: a group is asked for when it is first seen and open.
import { useCallback, useMemo, useState } from 'react'
import { FIRST_GROUPS, planGroups } from '#features/tasks/data/list-groups.ts'
import type { TaskSearch } from '#features/tasks/data/task-search.ts'
import type { TaskFilters } from '#features/tasks/data/to-query.ts'
import { useTaskCounts } from '#features/tasks/data/use-task-counts.ts'
import { useTaskGroups } from '#features/tasks/data/use-task-groups.ts'
import type { ListGroup } from './list-items.ts'

function useMarked(identity: string) {
  const [marked, setMarked] = useState<{ identity: string; keys: ReadonlySet<string> }>({
    identity,
    keys: new Set(),
  })
  const keys = useMemo(
    () => (marked.identity === identity ? marked.keys : new Set<string>()),
    [marked, identity],
  )
  const change = useCallback(
    (key: string, wanted: boolean) =>
      setMarked((known) => {
        const next = new Set(known.identity === identity ? known.keys : [])
        if (wanted === next.has(key)) return known
        if (wanted) next.add(key)
        else next.delete(key)
        return { identity, keys: next }
      }),
    [identity],
  )
  return [keys, change] as const
}

export function useListGroups(search: TaskSearch, filters: TaskFilters, isKnown: boolean) {
  const grouping = search.group ?? 'status'
  const counts = useTaskCounts(filters, grouping === 'none' ? undefined : grouping, isKnown)
  const plans = useMemo(() => planGroups(search, filters, counts), [search, filters, counts])
  const identity = JSON.stringify([filters, search.sort, grouping])
  const [seen, mark] = useMarked(identity)
  const [collapsed, collapse] = useMarked(grouping)
  const results = useTaskGroups(
    plans.map(({ key, query }, index) => ({
      query,
      enabled: isKnown && !collapsed.has(key) && (index < FIRST_GROUPS || seen.has(key)),
    })),
  )
  const groups = useMemo(
    (): ListGroup[] =>
      plans.map((plan, index) => {
        const result = results[index]
        return {
          key: plan.key,
          hasHead: grouping !== 'none',
          count: plan.count,
          isAtLeast: plan.isAtLeast,
          tasks: result?.data?.pages.flatMap((page) => page.data) ?? [],
          state: result?.data ? 'ready' : result?.isError ? 'failed' : 'waiting',
          hasMore: result?.hasNextPage ?? false,
          isCollapsed: collapsed.has(plan.key),
          onMore: () => {
            if (result && !result.isFetching) void result.fetchNextPage()
          },
          onRetry: () => void result?.refetch(),
        }
      }),
    [plans, results, collapsed, grouping],
  )
  const onSeen = useCallback((key: string) => mark(key, true), [mark])
  return { groups, error: results.find(({ isError }) => isError)?.error, onSeen, collapse }
}
