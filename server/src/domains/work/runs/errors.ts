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
  canceled: 'The run was stopped, or the agent was deleted.',
  deleted: 'The task was deleted.',
  ended: 'The run has already ended.',
  parked:
    'The question expired, or the run was not resumed in time after the decision of a person.',
  paused: 'The agent is paused.',
  budget: 'The budget of the run or of the day is used up.',
  wrong_token: 'The lease token does not match the run.',
}

export function leaseLost(reason: LeaseLoss): Problem {
  const detail = `${lossTexts[reason]} Nothing was changed. Stop working on the task and claim the next one.`
  return new Problem('lease_lost', detail, { details: { reason } })
}

export function effectsExhausted(used: number, limit: number): Problem {
  return new Problem(
    'budget_exhausted',
    `Completing this task would exceed the budget of the agent: ${used} of ${limit} \`effects\` are used. Raise the budget with PATCH /api/agents/{agent}, or complete the task in the dashboard.`,
  )
}

export function taskAlreadyTaken(task: Task): Problem {
  const { status, delegate, assignee } = task
  const assigned = assignee === null ? '' : `, assigned to ${assignee}`
  const holder = delegate === null ? assigned : `, delegated to ${delegate}`
  return new Problem(
    'task_already_taken',
    status === 'ready'
      ? 'An agent has already claimed the task. Stop its run, or wait until the run ends.'
      : `The task cannot be taken: its status is ${status}${holder}. Only tasks with the status triage or ready can be taken.`,
  )
}

export function runParked(): Problem {
  return new Problem('run_parked')
}
