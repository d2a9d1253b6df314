// Whether a write-back is exactly what was approved.
import type { Effect } from '@task-service/contract'
import { type ApprovalRow, hashEffects } from '#domains/approvals/index.ts'
import type { WriteBackRow } from '#domains/sync/links/index.ts'
import { isSame } from '#domains/sync/merge/index.ts'
import { encodeId } from '#lib/ids.ts'
import { valuesOf } from './effect.ts'

type Planned = Pick<WriteBackRow, 'link_id' | 'kind' | 'wanted' | 'comment_id'>

/** The approved effect that it carries out; undefined if there is none. */
export function findGranted(
  approval: ApprovalRow | undefined,
  change: Planned,
): Effect | undefined {
  if (approval?.state !== 'approved' && approval?.state !== 'spent') return undefined
  if (!approval.spent_links.includes(change.link_id)) return undefined
  if (hashEffects(approval.effects) !== approval.hash) return undefined
  return approval.effects.find((effect) => isEffect(effect, change))
}

export function isEffect(effect: Effect, change: Planned): boolean {
  if (effect.kind !== change.kind) return false
  if (effect.link_id !== encodeId('link', change.link_id)) return false
  if (effect.kind === 'comment') {
    const isOther = effect.comment?.id !== encodeId('comment', change.comment_id ?? '')
    return !isOther && effect.comment?.body === change.wanted['body']
  }
  const values = valuesOf(effect)
  const names = Object.keys(values)
  return (
    names.length === Object.keys(change.wanted).length &&
    names.every((field) => isSame(field, values[field], change.wanted[field]))
  )
}
