// The search of the address as a value, and the way to change it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readSearch, type TaskSearch, writeSearch } from './task-search.ts'

export type ChangeSearch = (
  change: (search: TaskSearch) => TaskSearch,
  /** Whether the step can be taken back by the browser's button. */
  options?: { replace?: boolean },
) => void

export function useTaskSearch(): [TaskSearch, ChangeSearch] {
  const given = useSearch({ strict: false }) as Record<string, unknown> // every route passes on what it was given
  const search = useMemo(() => readSearch(given), [given])
  const navigate = useNavigate()
  const change = useCallback<ChangeSearch>(
    (make, { replace = false } = {}) =>
      void navigate({
        to: '.',
        replace,
        search: (now: Record<string, unknown>) => writeSearch(make(readSearch(now))),
      }),
    [navigate],
  )
  return [search, change]
}
