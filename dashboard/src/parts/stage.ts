// Where a task stands in the loop, in the words of the screen: the API's status plus what its origin said.
import type { Task } from '@task-service/contract'

export const STAGES = [
  'triage',
  'ready',
  'in_progress',
  'input_required',
  'in_review',
  'writing_back',
  'settled',
  'refused',
  'failed',
  'canceled',
] as const
export type Stage = (typeof STAGES)[number]

export function stageOf(task: Pick<Task, 'status' | 'origin' | 'settled_at'>): Stage {
  if (task.status !== 'completed') return task.status
  // Work that came from nowhere else has nobody to confirm it.
  return task.origin.integration_id === null || task.settled_at !== null
    ? 'settled'
    : 'writing_back'
}
