// What the audit log is narrowed to, as the URL says it, and the query for it.
import type { ActorKind } from '@task-service/contract'
import { AUDIT_ACTIONS } from '#api/audit-actions.gen.ts'

export const ACTOR_KINDS: readonly ActorKind[] = ['user', 'key', 'agent', 'system']

export const SPANS = ['all', 'today', 'day', 'week', 'month', 'custom'] as const
export type Span = (typeof SPANS)[number]
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

const DAYS: Partial<Record<Span, number>> = { day: 1, week: 7, month: 30 }

export type AuditChoice = {
  /** `user`, or `user:usr_…` for one of them. */
  by: string | undefined
  object: string | undefined
  actions: readonly AuditAction[]
  span: Span
  since: string | undefined
  until: string | undefined
  effectsOf: string | undefined
}

export function readChoice(address: Readonly<Record<string, string | undefined>>): AuditChoice {
  const { by, object, since, until } = address
  const wanted = address['action']?.split(',') ?? []
  return {
    by: by !== undefined && isActor(by) ? by : undefined,
    object: object !== undefined && isObject(object) ? object : undefined,
    actions: AUDIT_ACTIONS.filter((action) => wanted.includes(action)),
    span: SPANS.find((one) => one === address['span']) ?? 'all',
    since: timeOf(since),
    until: timeOf(until),
    effectsOf: address['effects_of'],
  }
}

export const isNarrowed = ({ by, object, actions, span, effectsOf }: AuditChoice): boolean =>
  [by, object, effectsOf].some((one) => one !== undefined) || actions.length > 0 || span !== 'all'

function isActor(by: string): boolean {
  const [kind, ...id] = by.split(':')
  return ACTOR_KINDS.some((one) => one === kind) && id.join(':').length <= 200
}

/** A task number or the ID of anything: what the service accepts. */
export const isObject = (text: string): boolean =>
  /^([Tt]-[1-9]\d{0,14}|(tsk|whk|viw|key|ten|usr|int|lnk|cnf|wbk|con|agn)_[0-9a-f]{32})$/.test(text)

function timeOf(text: string | undefined): string | undefined {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** To the minute, so that the same filter is the same query for a while. */
function beginningOf(span: Span, now: Date): string | undefined {
  if (span === 'today') return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString()
  const days = DAYS[span]
  if (days === undefined) return undefined
  const minute = Math.floor(now.getTime() / 60_000) * 60_000
  return new Date(minute - days * 86_400_000).toISOString()
}

export function queryOf(choice: AuditChoice, now = new Date()) {
  const { by, object, actions, span, effectsOf } = choice
  const [kind, ...id] = by?.split(':') ?? []
  const actorKind = ACTOR_KINDS.find((one) => one === kind)
  const since = span === 'custom' ? choice.since : beginningOf(span, now)
  const until = span === 'custom' ? choice.until : undefined
  return {
    ...(actorKind !== undefined && { actor_kind: actorKind }),
    ...(id.length > 0 && { actor_id: id.join(':') }),
    ...(object !== undefined && { subject_id: object }),
    ...(actions.length > 0 && { action: [...actions] }),
    ...(effectsOf !== undefined && { effects_of: effectsOf }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}

/** The same filter as the parameters of a link. */
export function paramsOf(choice: AuditChoice): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(choice))) {
    for (const one of [value].flat()) params.append(name, one)
  }
  return params
}
