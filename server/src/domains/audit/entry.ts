// An audit entry as clients see it.
import { type Activity, AUDIT_SUBJECTS, type AuditEntry } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import type { AuditRow } from './store.ts'

export function toActivity(row: Omit<AuditRow, 'subject_id'>): Activity {
  return {
    id: encodeId('audit', row.id),
    action: row.action,
    actor: parseActor(row.actor),
    request_id: row.request_id,
    changes: row.changes,
    at: row.at.toISOString(),
  }
}

export function toEntry(row: AuditRow): AuditEntry {
  const [noun = ''] = row.action.split('.')
  const kinds: Record<string, (typeof AUDIT_SUBJECTS)[keyof typeof AUDIT_SUBJECTS]> = AUDIT_SUBJECTS
  const kind = kinds[noun]
  if (!kind) throw new Error(`unknown audit action: ${row.action}`)
  return { ...toActivity(row), subject_id: encodeId(kind, row.subject_id) }
}
