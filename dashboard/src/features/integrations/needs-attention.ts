// Whether an integration needs attention: the badge and the list use the same rule.
import type { Integration } from '@task-service/contract'

/** It is stopped by a problem or has a conflict to resolve. */
export const needsAttention = ({
  problem,
  counts,
}: Pick<Integration, 'problem' | 'counts'>): boolean => problem !== null || counts.conflicts > 0
