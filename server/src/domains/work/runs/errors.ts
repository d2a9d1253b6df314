// Errors of runs, as constructors.
import type { LeaseLoss, Task } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'

/** One text for a missing run, one of another tenant and one of another agent. */
export function runNotFound(): Problem {
  return new Problem('run_not_found')
}

const lossTexts: Record<LeaseLoss, string> = {
  expired: 'The lease ended without a heartbeat.',
  moved: 'Someone else changed the status of the task.',
  canceled: 'The run was stopped.',
  deleted: 'The task was deleted.',
  ended: 'The run has ended already.',
  parked: 'The run waited for a person, and the agent did not resume it in time.',
  paused: 'The agent is paused.',
  budget: 'The budget of the agent is used up.',
  wrong_token: 'This is not the lease token of the run.',
}

export function leaseLost(reason: LeaseLoss): Problem {
  const detail = `${lossTexts[reason]} Nothing was changed. Stop working on the task and claim the next one.`
  return new Problem('lease_lost', detail, { details: { reason } })
}

export function effectsExhausted(used: number, limit: number): Problem {
  return new Problem(
    'budget_exhausted',
    `Completing this task would change an external system, and the budget of the agent allows no more: ${used} of ${limit} effects are used. Raise the budget, or complete the task in the dashboard.`,
  )
}

export function taskAlreadyTaken(task: Task): Problem {
  const holder = task.delegate ?? task.assignee
  const by = holder === null ? '' : ` by ${holder}`
  return new Problem(
    'task_already_taken',
    task.status === 'ready'
      ? 'An agent has claimed the task and is about to start. Stop its run first, or wait until it ends.'
      : `The task cannot be taken: its status is ${task.status}${by}. Only tasks in triage or ready can be taken.`,
  )
}

export function runParked(): Problem {
  return new Problem('run_parked')
}
