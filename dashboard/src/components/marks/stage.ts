// The status of a task as shown: the API's status, and whether its origin has confirmed the completion.
import type { Task } from '@task-service/contract'

export const STAGES = [
  'triage',
  'ready',
  'in_progress',
  'input_required',
  'in_review',
  'pushing',
  'completed',
  'failed',
  'canceled',
] as const
export type Stage = (typeof STAGES)[number]

export function stageOf(task: Pick<Task, 'status' | 'origin' | 'settled_at'>): Stage {
  if (task.status !== 'completed') return task.status
  // A task without an integration has no origin that could confirm it.
  return task.origin.integration_id === null || task.settled_at !== null ? 'completed' : 'pushing'
}
