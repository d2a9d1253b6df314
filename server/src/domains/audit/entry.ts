// An audit entry as clients see it.
import {
  type Activity,
  AUDIT_SUBJECTS,
  type AuditEntry,
  type FieldChange,
} from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import type { AuditRow } from './store/entries.ts'
import type { NamedKind, NamedRow } from './store/names.ts'

export function toActivity(row: Omit<AuditRow, 'subject_id'>): Activity {
  return {
    id: encodeId('audit', row.id),
    action: row.action,
    actor: parseActor(row.actor),
    request_id: row.request_id,
    changes: row.changes.map(withBothValues),
    at: row.at.toISOString(),
  }
}

/** JSON drops `undefined`: a value that was not set, such as that of the first checklist, is not stored. */
function withBothValues({ field, from = null, to = null }: FieldChange): FieldChange {
  return { field, from, to }
}

/** By ID: UUIDs of different kinds differ. */
export type Names = ReadonlyMap<string, NamedRow>

export function toEntry(row: AuditRow, names: Names): AuditEntry {
  const subject = names.get(row.subject_id)
  const actor = namedActor(row.actor)
  return {
    ...toActivity(row),
    subject_id: encodeId(kindOf(row.action), row.subject_id),
    subject: subject ? { name: subject.name, task_number: subject.number } : null,
    actor_name: (actor && names.get(actor.id)?.name) ?? null,
  }
}

/** What the entries are about, and who made them, if that has a name. */
export function namesWanted(rows: readonly AuditRow[]): Map<NamedKind, Set<string>> {
  const wanted = new Map<NamedKind, Set<string>>()
  const add = (kind: NamedKind, id: string) =>
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  for (const { action, subject_id: subject, actor } of rows) {
    add(kindOf(action), subject)
    const named = namedActor(actor)
    if (named) add(named.kind, named.id)
  }
  return wanted
}

function kindOf(action: string): NamedKind {
  const [noun = ''] = action.split('.')
  const kinds: Record<string, NamedKind> = AUDIT_SUBJECTS
  const kind = kinds[noun]
  if (!kind) throw new Error(`unknown audit action: ${action}`)
  return kind
}

const ACTORS = ['user', 'key', 'integration', 'connector'] as const

/** Undefined for an agent, whose ID is its name, and for parts of the service. */
function namedActor(actor: string): { kind: NamedKind; id: string } | undefined {
  const { id } = parseActor(actor)
  for (const kind of ACTORS) {
    const uuid = decodeId(kind, id)
    if (uuid !== undefined) return { kind, id: uuid }
  }
  return undefined
}
