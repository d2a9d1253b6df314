// The progress of a task: created, started, completed and, if it has an origin, pushed and confirmed.
import type { Activity, Task } from '@task-service/contract'

export type TrackStep = {
  name: 'created' | 'started' | 'completed' | 'failed' | 'canceled' | 'pushed' | 'confirmed'
  state: 'done' | 'current' | 'ahead'
  at: string | null
}

type Known = Pick<Task, 'status' | 'origin' | 'settled_at' | 'created_at' | 'completed_at'>

/** Since it was last reopened: what came before is another round. */
function thisRound(activity: readonly Activity[]): readonly Activity[] {
  const reopened = activity.findIndex(({ action }) => action === 'task.reopened')
  return reopened === -1 ? activity : activity.slice(0, reopened)
}

const isOver = (status: Task['status']): boolean =>
  status === 'completed' || status === 'failed' || status === 'canceled'

function outcomeName(status: Task['status']): TrackStep['name'] {
  return status === 'failed' || status === 'canceled' ? status : 'completed'
}

/** `activity` comes newest first, as the API returns it. */
export function trackSteps(task: Known, activity: readonly Activity[]): TrackStep[] {
  const round = thisRound(activity)
  const started = round.findLast(({ action }) => action === 'task.started')
  const over = isOver(task.status)
  const ended = over ? round.find(({ action }) => action === `task.${task.status}`) : undefined
  const isStarted = over || !['triage', 'ready'].includes(task.status)
  const hasOrigin = task.origin.integration_id !== null
  const outcomeAt = task.completed_at ?? ended?.at ?? null
  const reached: [TrackStep['name'], boolean, string | null][] = [
    ['created', true, task.created_at],
    ['started', isStarted, started?.at ?? null],
    [outcomeName(task.status), over, over ? outcomeAt : null],
  ]
  // Only a completed task is pushed, and only an origin can confirm it.
  if (hasOrigin && (!over || task.status === 'completed')) {
    const isConfirmed = task.status === 'completed' && task.settled_at !== null
    const at = isConfirmed ? task.settled_at : null
    reached.push(['pushed', isConfirmed, at], ['confirmed', isConfirmed, at])
  }
  const next = reached.findIndex(([, isDone]) => !isDone)
  return reached.map(([name, isDone, at], index) => ({
    name,
    state: isDone ? 'done' : index === next ? 'current' : 'ahead',
    at,
  }))
}
