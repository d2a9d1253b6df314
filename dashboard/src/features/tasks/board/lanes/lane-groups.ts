// Rows and columns of the board in groups: what is asked together, and which rows the counts make.
import type { Status, TaskCounts, TaskListQuery } from '@task-service/contract'
import { PRIORITIES } from '#api/transitions.gen.ts'
import { UNASSIGNED } from '#features/tasks/data/task-search.ts'
import type { BoardColumn } from '../board-columns.ts'
import type { LaneField } from './lane-fields.ts'

/** Columns that one question fills: of open tasks, and of those that were finished lately. */
export type ColumnSet = { statuses: Status[]; query: TaskListQuery }

export function columnSets(columns: readonly BoardColumn[]): ColumnSet[] {
  return [false, true].flatMap((isRecent) => {
    const own = columns.filter((column) => column.isRecent === isRecent)
    const [first] = own
    if (!first) return []
    const statuses = own.map(({ status }) => status)
    return [{ statuses, query: { ...first.query, status: statuses } }]
  })
}

export type Lane = { key: string; count: number; isAtLeast: boolean }

/** Priorities in their order, names in that of the alphabet, and tasks without a value last. */
export function mergeLanes(field: LaneField, counts: readonly (TaskCounts | undefined)[]): Lane[] {
  const lanes = new Map<string, Lane>()
  for (const { value, count, is_at_least: isAtLeast } of counts.flatMap(
    (one) => one?.groups ?? [],
  )) {
    const key = value ?? UNASSIGNED
    const known = lanes.get(key)
    lanes.set(key, {
      key,
      count: (known?.count ?? 0) + count,
      isAtLeast: isAtLeast || (known?.isAtLeast ?? false),
    })
  }
  const places: readonly string[] = PRIORITIES
  const compare = (a: string, b: string) =>
    field === 'priority' ? places.indexOf(a) - places.indexOf(b) : a.localeCompare(b)
  return [...lanes.values()]
    .filter(({ count }) => count > 0)
    .toSorted(
      (a, b) =>
        Number(a.key === UNASSIGNED) - Number(b.key === UNASSIGNED) || compare(a.key, b.key),
    )
}
