// How far one look at the audit log reaches. Only what one object went through has an index of its own; who and what are
// looked for by walking, newest first, so a page ends when it is full or when enough was passed over.
import type { AuditFilter } from '@task-service/contract'
import { hexToUuid } from '#lib/uuid.ts'

export type EntryFilter = {
  actorKind: string | undefined
  actorId: string | undefined
  actions: readonly string[] | undefined
  subjectId: string | undefined
  effectsOf: string | undefined
  since: Date | undefined
  until: Date | undefined
}

/** Entries that are looked at for one page. */
export const WALK_ROWS = 20_000

/** The number of a task, or the stored ID of anything: the kind is in the action already, and IDs of all kinds differ. */
export function readSubject(subject: string | undefined): number | string | undefined {
  const number = /^t-(\d+)$/i.exec(subject ?? '')?.[1]
  if (number !== undefined) return Number(number)
  return subject === undefined ? undefined : hexToUuid(subject.slice(subject.indexOf('_') + 1))
}

export function readFilter(query: AuditFilter, subjectId: string | undefined): EntryFilter {
  const { since, until } = query
  return {
    actorKind: query.actor_kind,
    actorId: query.actor_id,
    actions: query.action,
    subjectId,
    effectsOf: query.effects_of,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  }
}

export type ScannedRow<Row> = { row: Row; matches: boolean; place: number }

/** Cuts what a walk gave to a page; `last` is where the next one begins behind, undefined at the end of the log. */
export function cutPage<Row extends { id: string }>(
  scanned: readonly ScannedRow<Row>[],
  limit: number,
  { window, isCut }: { window: number; isCut: boolean },
): { rows: Row[]; last: string | undefined } {
  const found = scanned.filter(({ matches }) => matches).map(({ row }) => row)
  if (found.length > limit) {
    const rows = found.slice(0, limit)
    return { rows, last: rows.at(-1)?.id }
  }
  const end = scanned.at(-1)
  return { rows: found, last: isCut || end?.place === window ? end?.row.id : undefined }
}
