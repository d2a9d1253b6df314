// Where an integration can be repaired: the most urgent of what is wrong.
import type { Integration } from '@task-service/contract'

export type Repair = 'credential' | 'settings' | 'conflicts' | 'review'

const CREDENTIAL_PROBLEMS = ['needs_credential', 'needs_reentry', 'auth_failed']

export function repairOf({
  problem,
  error,
  counts,
}: Pick<Integration, 'problem' | 'error' | 'counts'>): Repair | undefined {
  if (problem) {
    if (problem.kind === 'provider_missing') return undefined
    return CREDENTIAL_PROBLEMS.includes(problem.kind) ? 'credential' : 'settings'
  }
  if (counts.conflicts > 0) return 'conflicts'
  const toReview = counts.failures + counts.write_backs_failed + counts.frozen
  return toReview > 0 || error !== null ? 'review' : undefined
}
