// How far a task has come on its way: arrived, claimed, outcome, written back, settled.
import type { Activity, Task } from '@task-service/contract'

export type TrackStep = {
  name: 'arrived' | 'claimed' | 'outcome' | 'failed' | 'canceled' | 'written_back' | 'settled'
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
  return status === 'failed' || status === 'canceled' ? status : 'outcome'
}

/** `activity` comes newest first, as the API tells it. */
export function trackSteps(task: Known, activity: readonly Activity[]): TrackStep[] {
  const round = thisRound(activity)
  const claimed = round.findLast(({ action }) => action === 'task.started')
  const over = isOver(task.status)
  const ended = over ? round.find(({ action }) => action === `task.${task.status}`) : undefined
  const isStarted = over || !['triage', 'ready'].includes(task.status)
  const hasOrigin = task.origin.integration_id !== null
  const isSettled = task.status === 'completed' && (!hasOrigin || task.settled_at !== null)
  const outcomeAt = task.completed_at ?? ended?.at ?? null
  const reached: [TrackStep['name'], boolean, string | null][] = [
    ['arrived', true, task.created_at],
    ['claimed', isStarted, claimed?.at ?? null],
    [outcomeName(task.status), over, over ? outcomeAt : null],
  ]
  // Nothing is written back to an origin that does not exist, or about work that was not done.
  if (!over || task.status === 'completed') {
    if (hasOrigin) reached.push(['written_back', task.settled_at !== null, task.settled_at])
    reached.push(['settled', isSettled, isSettled ? (task.settled_at ?? outcomeAt) : null])
  }
  const next = reached.findIndex(([, isDone]) => !isDone)
  return reached.map(([name, isDone, at], index) => ({
    name,
    state: isDone ? 'done' : index === next ? 'current' : 'ahead',
    at,
  }))
}
