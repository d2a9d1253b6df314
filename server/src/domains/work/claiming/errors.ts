// Errors of claims, as constructors.
import { Problem } from '#lib/problem.ts'

export function agentNotFound(): Problem {
  return new Problem('agent_not_found')
}

export function agentPaused(name: string): Problem {
  return new Problem(
    'agent_paused',
    `The agent ${name} is paused. Resume it with POST /api/agents/${name}/resume.`,
  )
}

export function dayBudgetExhausted(name: string): Problem {
  return new Problem(
    'budget_exhausted',
    `The agent ${name} has used up its budget for today. It can claim tasks again at 00:00 UTC, or when \`day_budget\` is raised with PATCH /api/agents/${name}.`,
  )
}

export function queueNotAllowed(name: string, queue: string, allowed: readonly string[]): Problem {
  return new Problem(
    'queue_not_allowed',
    `The agent ${name} cannot claim from the queue ${queue}. Allowed: ${allowed.join(', ')}. To add a queue, use PATCH /api/agents/${name}.`,
    { details: { allowed: [...allowed] } },
  )
}

export function taskNotClaimable(why: string): Problem {
  return new Problem('task_not_claimable', why)
}

export function tooManyWaiting(max: number): Problem {
  return new Problem(
    'too_many_waiting_claims',
    `This tenant has the maximum of ${max} waiting claims in this process. Retry after \`Retry-After\` seconds, or send fewer claims with a larger \`max\`.`,
    { headers: { 'retry-after': '5' } },
  )
}
