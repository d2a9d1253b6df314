// The way back from changes: earlier values, and for a status the steps that lead to it.
import type { Task, TaskChange } from '@task-service/contract'
import { findWay } from '../data/status-moves.ts'
import type { Change } from './change.ts'

/** What it takes to get from one to the other, one request after the next. */
export function changesBack(after: Task, before: Task, changed: TaskChange): TaskChange[] {
  const { status, ...values } = Object.fromEntries(
    Object.keys(changed).map((name) => [name, before[name as keyof Task]]), // a change names fields of a task
  ) as TaskChange
  const way = status === undefined ? [] : (findWay(after.status, status) ?? [])
  const [first, ...rest] = way
  const start = { ...values, ...(first && { status: first }) }
  const steps = rest.map((step) => ({ status: step }))
  return Object.keys(start).length > 0 ? [start, ...steps] : steps
}

/** Rounds: the n-th step of every task goes together. */
export function roundsOf(plans: readonly { task: Task; steps: TaskChange[] }[]): Change[][] {
  const length = Math.max(0, ...plans.map(({ steps }) => steps.length))
  return Array.from({ length }, (_, round) =>
    plans.flatMap(({ task, steps }) => {
      const changes = steps[round]
      return changes ? [{ task, changes }] : []
    }),
  )
}
