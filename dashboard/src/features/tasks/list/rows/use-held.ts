// New tasks wait while the reader is further down, and come when asked for or when the reader is back at the top.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect } from 'react'
import { setHolding, takeHeld, useHeldTasks } from '#features/tasks/data/held-tasks.ts'
import { applyTasks } from '#features/tasks/data/task-cache.ts'
import type { ListHandle } from './task-list.tsx'

export function useHeld(list: RefObject<ListHandle | null>) {
  const client = useQueryClient()
  const held = useHeldTasks()
  useEffect(() => () => setHolding(false), [])
  const showHeld = useCallback(() => {
    setHolding(false)
    applyTasks(client, takeHeld(), 'live')
    list.current?.toTop()
  }, [client, list])
  const onScrolled = useCallback(
    (isAway: boolean) => {
      setHolding(isAway)
      if (!isAway) applyTasks(client, takeHeld(), 'live')
    },
    [client],
  )
  return { heldCount: held.size, showHeld, onScrolled }
}
