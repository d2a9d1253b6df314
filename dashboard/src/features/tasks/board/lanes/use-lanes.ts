// The rows of the board: every value that a task on it has.
import { useMemo } from 'react'
import type { TaskFilters } from '#features/tasks/data/to-query.ts'
import { useTaskCounts } from '#features/tasks/data/use-task-counts.ts'
import type { LaneField } from './lane-fields.ts'
import { type ColumnSet, mergeLanes } from './lane-groups.ts'

function filtersOf({ query }: ColumnSet): TaskFilters {
  const { sort: _, ...filters } = query
  return filters
}

export function useLanes(field: LaneField, sets: readonly ColumnSet[]) {
  const [first, second] = sets
  const open = useTaskCounts(first ? filtersOf(first) : {}, field, first !== undefined)
  const recent = useTaskCounts(second ? filtersOf(second) : {}, field, second !== undefined)
  const isKnown = open !== undefined && (second === undefined || recent !== undefined)
  return useMemo(() => {
    const counts = second ? [open, recent] : [open]
    return {
      lanes: isKnown ? mergeLanes(field, counts) : undefined,
      isCut: counts.some((one) => one?.has_more),
    }
  }, [field, open, recent, second, isKnown])
}
