// The way back from changes: earlier values, and for a status the steps that lead to it.
import type { Task, TaskChange } from '@task-service/contract'
import { findWay } from '../data/status-moves.ts'
import type { Change } from './change.ts'

/** What it takes to get from one to the other, one request after the next. */
export function changesBack(after: Task, before: Task, changed: TaskChange): TaskChange[] {
  const { fields: changedFields, ...plain } = changed
  const { status, ...others } = Object.fromEntries(
    Object.keys(plain).map((name) => [name, before[name as keyof Task]]), // a change names fields of a task
  ) as TaskChange
  // Merged by the server: only what was changed goes back, and what was not there is cleared.
  const keys = Object.keys(changedFields ?? {})
  const fields = Object.fromEntries(keys.map((key) => [key, before.fields[key] ?? null]))
  const values = { ...others, ...(keys.length > 0 && { fields }) }
  const way = status === undefined ? [] : (findWay(after.status, status) ?? [])
  const [first, ...rest] = way
  const start = { ...values, ...(first && { status: first }) }
  const steps = rest.map((step) => ({ status: step }))
  return Object.keys(start).length > 0 ? [start, ...steps] : steps
}

export type Plan = { task: Task; steps: TaskChange[] }

/** The next step of every task, sent together; a later change by another user is kept. */
export function nextRound(plans: readonly Plan[]): Change[] {
  return plans.flatMap(({ task, steps: [changes] }) =>
    changes ? [{ task, changes, onlyIfSame: true }] : [],
  )
}

/** What is left after a round; a task whose change was rejected stays as it is. */
export function restOf(plans: readonly Plan[], done: readonly { after: Task }[]): Plan[] {
  return plans.flatMap(({ task: { id }, steps }) => {
    const task = done.find(({ after }) => after.id === id)?.after
    return task && steps.length > 1 ? [{ task, steps: steps.slice(1) }] : []
  })
}
