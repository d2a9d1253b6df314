// Keeps the columns of lists in this browser; undefined are the usual ones.
import { joinColumns } from '../data/task-search.ts'
import { REMEMBERED } from './use-columns.ts'

export function rememberColumns(columns: readonly string[] | undefined): void {
  if (columns) localStorage.setItem(REMEMBERED, joinColumns(columns))
  else localStorage.removeItem(REMEMBERED)
  // Browsers tell only the other tabs.
  dispatchEvent(new Event('storage'))
}
