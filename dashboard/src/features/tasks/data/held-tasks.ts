// New tasks that are held back while the user has scrolled down, so that no row jumps under the pointer.
import type { Task } from '@task-service/contract'
import { useSyncExternalStore } from 'react'

const FRESH_MS = 2_000

let holding = false
let held: ReadonlyMap<string, Task> = new Map()
const listeners = new Set<() => void>()
const fresh = new Map<string, number>()

function set(next: ReadonlyMap<string, Task>): void {
  held = next
  for (const listener of listeners) listener()
}

export const isHolding = (): boolean => holding

/** A list says whether its reader has scrolled away from the top. */
export function setHolding(wanted: boolean): void {
  holding = wanted
}

export function holdTasks(tasks: readonly Task[]): void {
  if (tasks.length > 0) set(new Map([...held, ...tasks.map((task) => [task.id, task] as const)]))
}

export function forgetHeld(ids: ReadonlySet<string>): void {
  if ([...ids].some((id) => held.has(id))) set(new Map([...held].filter(([id]) => !ids.has(id))))
}

export function takeHeld(): Task[] {
  const tasks = [...held.values()]
  set(new Map())
  return tasks
}

export function useHeldTasks(): ReadonlyMap<string, Task> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => held,
  )
}

/** Rows of these fade in from the tint. */
export function markFresh(tasks: readonly Task[]): void {
  const now = performance.now()
  for (const [id, atMs] of fresh) if (now - atMs > FRESH_MS) fresh.delete(id)
  for (const { id } of tasks) fresh.set(id, now)
}

export function isFresh(id: string): boolean {
  const atMs = fresh.get(id)
  return atMs !== undefined && performance.now() - atMs < FRESH_MS
}
