// How much of its budget an agent has used today.
import type { Agent, Budget } from '@task-service/contract'

export const BUDGETED = ['seconds', 'calls', 'effects'] as const satisfies (keyof Budget)[]
export type Budgeted = (typeof BUDGETED)[number]

export const AMBER_SHARE = 0.8

export type BudgetUse = {
  name: Budgeted
  used: number
  /** Null without a limit. */
  limit: number | null
  /** Of the limit; 1 or more if nothing is left, and 0 without a limit. */
  share: number
}

type Asked = Pick<Agent, 'day_budget' | 'usage_today'>

export function budgetUseOf({ day_budget: budget, usage_today: usage }: Asked): BudgetUse[] {
  return BUDGETED.map((name) => {
    const limit = budget[name]
    const used = usage[name]
    return { name, used, limit, share: shareOf(name, used, limit) }
  })
}

function shareOf(name: Budgeted, used: number, limit: number | null): number {
  if (limit === null) return 0
  // No changes allowed is a rule, not a budget that was used up; without time or requests nothing can be done.
  if (limit === 0) return name === 'effects' && used === 0 ? 0 : 1
  return used / limit
}

/** A budget is used up: the agent cannot claim until the next day. */
export const isExhausted = (agent: Asked): boolean =>
  budgetUseOf(agent).some(({ share, limit }) => limit !== null && share >= 1)

export const highestShare = (agent: Asked): number =>
  Math.max(...budgetUseOf(agent).map(({ share }) => share))

export const toneOfShare = (share: number): 'amber' | 'red' | undefined =>
  share >= 1 ? 'red' : share >= AMBER_SHARE ? 'amber' : undefined
