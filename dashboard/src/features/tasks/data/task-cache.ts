// Every copy of a task on the screen, changed together: lists, board and detail never disagree.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Task, TaskListQuery } from '@task-service/contract'
import { forgetHeld, holdTasks, isHolding, markFresh } from './held-tasks.ts'
import { type Coming, dropTasks, placeTasks, type TaskPages, wins } from './place-tasks.ts'

const COUNTS_MS = 1_000
let countsTimer: ReturnType<typeof setTimeout> | undefined

/** Counts come from the server; a burst of changes asks once. */
function refreshCounts(client: QueryClient): void {
  countsTimer ??= setTimeout(() => {
    countsTimer = undefined
    void client.invalidateQueries({ queryKey: ['tasks', 'counts'] })
  }, COUNTS_MS)
}

export function applyTasks(client: QueryClient, tasks: readonly Task[], coming: Coming): void {
  if (tasks.length === 0) return
  const incoming = new Map(tasks.map((task) => [task.id, task]))
  for (const [key, list] of client.getQueriesData<TaskPages>({ queryKey: ['tasks', 'list'] })) {
    if (!list) continue
    if (coming === 'answer') askAgain(client, key)
    const placed = placeTasks(list, key[2] as TaskListQuery, incoming, coming) // such keys are made in task-list-options.ts
    if (!placed.changed) continue
    if (coming !== 'live' || placed.entered.length === 0) {
      client.setQueryData(key, placed.pages)
    } else if (isHolding()) {
      holdTasks(placed.entered)
      client.setQueryData(key, dropTasks(placed.pages, new Set(placed.entered.map(({ id }) => id))))
    } else {
      markFresh(placed.entered)
      client.setQueryData(key, placed.pages)
    }
  }
  for (const [key, known] of client.getQueriesData<Task>({ queryKey: ['tasks', 'one'] })) {
    const next = known && incoming.get(known.id)
    if (known && next && wins(next, known, coming)) client.setQueryData(key, next)
  }
  refreshCounts(client)
}

/** What was asked for before a change and comes after it would undo it on the screen. */
function askAgain(client: QueryClient, queryKey: QueryKey): void {
  if (client.getQueryState(queryKey)?.fetchStatus !== 'fetching') return
  void client.invalidateQueries({ queryKey, exact: true })
}

/** A task that is on the screen somewhere. */
export function findTask(client: QueryClient, isIt: (task: Task) => boolean): Task | undefined {
  for (const [, list] of client.getQueriesData<TaskPages>({ queryKey: ['tasks', 'list'] })) {
    for (const page of list?.pages ?? []) {
      const found = page.data.find(isIt)
      if (found) return found
    }
  }
  return undefined
}

export function forgetTasks(client: QueryClient, ids: ReadonlySet<string>): void {
  forgetHeld(ids)
  for (const [key, list] of client.getQueriesData<TaskPages>({ queryKey: ['tasks', 'list'] })) {
    const next = list && dropTasks(list, ids)
    if (next !== list) client.setQueryData(key, next)
  }
  refreshCounts(client)
}

/** Everything may have changed unseen; of long lists only the beginning is asked again. */
export function refreshTasks(client: QueryClient): void {
  const KEPT = 5
  client.setQueriesData<TaskPages>({ queryKey: ['tasks', 'list'] }, (list) =>
    list && list.pages.length > KEPT
      ? { pages: list.pages.slice(0, KEPT), pageParams: list.pageParams.slice(0, KEPT) }
      : list,
  )
  void client.invalidateQueries({ queryKey: ['tasks'] })
}
