// What someone did to a task, in a few words.
import type { Activity } from '@task-service/contract'
import { describeChange, type KnownField, type Words } from './describe-change.ts'

const RUN_ACTS = [
  'started',
  'parked',
  'resumed',
  'completed',
  'failed',
  'released',
  'expired',
  'canceled',
  'cancel_requested',
] as const
const APPROVAL_ACTS = [
  'requested',
  'approved',
  'rejected',
  'changed',
  'withdrawn',
  'spent',
  'confirmed',
] as const
/** Set together with the status, which says the same. */
const FOLLOWS_STATUS: ReadonlySet<string> = new Set(['completed_at', 'settled_at'])
const QUESTION_ACTS = ['asked', 'answered', 'expired', 'withdrawn', 'link_created'] as const

export function describeAction(
  { action, changes }: Activity,
  t: Words,
  locale: string,
  fields: readonly KnownField[],
): string {
  if (action === 'task.created') return t('task:did.created')
  if (action === 'comment.deleted') return t('task:did.commentDeleted')
  const run = RUN_ACTS.find((act) => action === `run.${act}`)
  if (run) return t(`attempts:did.run.${run}`)
  const question = QUESTION_ACTS.find((act) => action === `question.${act}`)
  if (question) return t(`attempts:did.question.${question}`)
  const approval = APPROVAL_ACTS.find((act) => action === `approval.${act}`)
  if (approval) return t(`attempts:did.approval.${approval}`)
  const hasStatus = changes.some(({ field }) => field === 'status')
  return changes
    .filter(({ field }) => !hasStatus || !FOLLOWS_STATUS.has(field))
    .map((change) => describeChange(change, t, { locale, fields }))
    .join(', ')
}
