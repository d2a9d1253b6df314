// Of a long plan only what is still of interest: the last steps that ended, and everything after them.
import type { Plan } from '@task-service/contract'

/** Shown whole up to this length. */
const SHORT = 8
/** So many ended steps stay in sight. */
const RECENT = 2

const hasEnded = ({ state }: Plan[number]) => state === 'done' || state === 'skipped'

export function foldPlan(plan: Plan): { hidden: number; shown: Plan } {
  const open = plan.findIndex((step) => !hasEnded(step))
  const ended = open === -1 ? plan.length : open
  const hidden = plan.length > SHORT ? Math.max(0, ended - RECENT) : 0
  return { hidden, shown: plan.slice(hidden) }
}
