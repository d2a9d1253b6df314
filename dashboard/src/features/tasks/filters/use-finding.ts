// The words a list is narrowed to, and the way to the field for them.
import { type RefObject, useCallback, useState } from 'react'
import { type TaskSearch, without } from '../data/task-search.ts'
import type { ChangeSearch } from '../data/use-task-search.ts'

export type Finding = {
  q: string
  onText: (text: string) => void
  input: RefObject<HTMLInputElement | null>
  isOpen: boolean
  onFind: () => void
}

export function useFinding(
  search: TaskSearch,
  changeSearch: ChangeSearch,
  input: RefObject<HTMLInputElement | null>,
): Finding {
  const [isSearching, setSearching] = useState(false)
  const onText = useCallback(
    (q: string) =>
      changeSearch((now) => ({ ...without(now, 'q'), ...(q && { q }) }), { replace: true }),
    [changeSearch],
  )
  const onFind = useCallback(() => {
    setSearching(true)
    // The field may only be drawn by this.
    setTimeout(() => input.current?.focus())
  }, [input])
  const q = search.q ?? ''
  return { q, onText, input, isOpen: isSearching || q !== '', onFind }
}
