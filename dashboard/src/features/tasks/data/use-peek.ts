// Opens a task beside the list, or as a page where there is no room beside it.
import { useNavigate } from '@tanstack/react-router'
import type { Task } from '@task-service/contract'
import { useCallback, useEffect } from 'react'
import { referenceOf } from './task-address.ts'
import { without } from './task-search.ts'
import type { ChangeSearch } from './use-task-search.ts'

export function usePeek(peeked: string | undefined, changeSearch: ChangeSearch, isNarrow: boolean) {
  const navigate = useNavigate()
  // A link made on a wide screen; in its stead, or else the way back would lead here again.
  useEffect(() => {
    if (!isNarrow || !peeked) return
    void navigate({ to: '/tasks/$task', params: { task: peeked }, replace: true })
  }, [isNarrow, peeked, navigate])
  const peek = useCallback(
    // Going from one to the next is one step for the browser's back button.
    (task: Task) =>
      changeSearch((search) => ({ ...search, peek: referenceOf(task) }), {
        replace: peeked !== undefined,
      }),
    [changeSearch, peeked],
  )
  const openPage = useCallback(
    (task: Task) => void navigate({ to: '/tasks/$task', params: { task: referenceOf(task) } }),
    [navigate],
  )
  const closePeek = useCallback(() => {
    if (peeked) changeSearch((search) => without(search, 'peek'))
  }, [peeked, changeSearch])
  return { peek, openPage, closePeek }
}
