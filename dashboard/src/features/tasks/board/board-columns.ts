// Which columns the board has, and what each asks the server for.
import type { Status, TaskListQuery } from '@task-service/contract'
import type { TaskSearch } from '#features/tasks/data/task-search.ts'
import type { TaskFilters } from '#features/tasks/data/to-query.ts'

export type BoardColumn = {
  status: Status
  query: TaskListQuery
  /** Only what was finished lately: the column says so. */
  isRecent: boolean
}

/** In the order of the loop. */
const ORDER = [
  'triage',
  'ready',
  'in_progress',
  'input_required',
  'in_review',
  'completed',
  'failed',
  'canceled',
] as const satisfies Status[]
const USUAL: readonly Status[] = [
  'ready',
  'in_progress',
  'input_required',
  'in_review',
  'completed',
]
const FINISHED: readonly Status[] = ['completed', 'failed', 'canceled']

const HOUR_MS = 3_600_000

/** A day back, by the hour, so that the question stays the same for a while. */
export function recently(now: Date): string {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS).toISOString()
}

export function planColumns(
  search: TaskSearch,
  filters: TaskFilters,
  { now, hasTriage }: { now: Date; hasTriage: boolean },
): BoardColumn[] {
  const wanted = search.status.length > 0 ? search.status : hasTriage ? ['triage', ...USUAL] : USUAL
  return ORDER.filter((status) => wanted.includes(status)).map((status) => {
    const isFinished = FINISHED.includes(status)
    const sort = search.sort ?? (isFinished ? '-updated_at' : 'priority')
    return {
      status,
      isRecent: isFinished,
      query: {
        ...filters,
        status: [status],
        sort,
        ...(isFinished && { updated_since: recently(now) }),
      },
    }
  })
}
