// The columns that a list shows: those of the address, or else those that this browser remembers. Undefined are the usual ones.
import { useSyncExternalStore } from 'react'
import { readColumns, type TaskSearch } from '../data/task-search.ts'

export const REMEMBERED = 'task-service.columns'

/** What changes in another tab reaches this one. */
function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

const remembered = (): string | null => localStorage.getItem(REMEMBERED)

export function useColumns({
  columns,
}: Pick<TaskSearch, 'columns'>): readonly string[] | undefined {
  const text = useSyncExternalStore(subscribe, remembered)
  return columns ?? readColumns(text)
}
