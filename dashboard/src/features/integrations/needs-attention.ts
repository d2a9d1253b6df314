// Whether an integration needs attention: the badge and the list use the same rule.
import type { Integration } from '@task-service/contract'

type Judged = Pick<Integration, 'problem' | 'counts' | 'state'>

/** It is stopped by a problem or has a conflict to resolve. */
export const needsAttention = ({ problem, counts }: Pick<Judged, 'problem' | 'counts'>): boolean =>
  problem !== null || counts.conflicts > 0

const STOPPED = new Set<Integration['state']>(['failing', 'stalled'])

/** Those that are stopped first, then those with something to decide; otherwise as they were added. */
export function attentionFirst<One extends Judged>(integrations: readonly One[]): One[] {
  const rank = (one: One) => {
    if (one.problem !== null || STOPPED.has(one.state)) return 0
    return needsAttention(one) ? 1 : 2
  }
  return integrations.toSorted((a, b) => rank(a) - rank(b))
}
