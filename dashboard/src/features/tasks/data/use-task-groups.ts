// Several lists of tasks at once, one for each group on the screen, each with pages of its own.

import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  notifyManager,
  useQueryClient,
} from '@tanstack/react-query'
import type { TaskListQuery, TaskPage } from '@task-service/contract'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { taskListOptions } from './task-list-options.ts'

export type TaskListResult = InfiniteQueryObserverResult<InfiniteData<TaskPage>>

export type AskedGroup = { query: TaskListQuery; enabled: boolean }

export function useTaskGroups(asked: readonly AskedGroup[]): readonly TaskListResult[] {
  const client = useQueryClient()
  const identity = JSON.stringify(asked.map(({ query }) => query))
  const observers = useMemo(
    () =>
      (JSON.parse(identity) as TaskListQuery[]) // written one line above
        .map((query) => new InfiniteQueryObserver(client, options({ query, enabled: false }))),
    [client, identity],
  )
  const latest = useRef<readonly TaskListResult[]>([])
  const subscribe = useCallback(
    (notify: () => void) => {
      const stops = observers.map((one) => one.subscribe(notifyManager.batchCalls(notify)))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [observers],
  )
  const read = useCallback(() => {
    const next = observers.map((observer) => observer.getCurrentResult())
    const isSame =
      next.length === latest.current.length && next.every((one, i) => one === latest.current[i])
    if (!isSame) latest.current = next
    return latest.current
  }, [observers])
  const results = useSyncExternalStore(subscribe, read)
  const enabled = asked.map((one) => (one.enabled ? '1' : '0')).join('')
  useEffect(() => {
    for (const [index, observer] of observers.entries()) {
      const query = observer.options.queryKey?.[2] as TaskListQuery // the key is made of it
      observer.setOptions(options({ query, enabled: enabled[index] === '1' }))
    }
  }, [observers, enabled])
  return results
}

const options = ({ query, enabled }: AskedGroup) => ({ ...taskListOptions(query), enabled })
