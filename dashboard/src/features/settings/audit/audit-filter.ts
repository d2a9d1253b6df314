// What the audit log can be narrowed to, as it stands in the address.
import type { ActorKind } from '@task-service/contract'

export const ACTOR_KINDS: readonly ActorKind[] = ['user', 'key', 'agent', 'system']

export const SPANS = ['all', 'day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

const days: Record<Exclude<Span, 'all'>, number> = { day: 1, week: 7, month: 30 }

/** To the minute, so that the same filter is the same question for a while. */
export function sinceOf(span: Span): string | undefined {
  if (span === 'all') return undefined
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  return new Date(minute - days[span] * 86_400_000).toISOString()
}

export type AuditChoice = {
  kind: ActorKind | undefined
  span: Span
  effectsOf: string | undefined
}

export function queryOf({ kind, span, effectsOf }: AuditChoice) {
  const since = sinceOf(span)
  return {
    ...(kind !== undefined && { actor_kind: kind }),
    ...(effectsOf !== undefined && { effects_of: effectsOf }),
    ...(since !== undefined && { since }),
  }
}
