// Who did what to which object: one entry for each change, in the same transaction.
import type { AuditAction, FieldChange } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { insertEntries } from '../store/entries.ts'

export type NewAuditEntry = { action: AuditAction; subjectId: string; changes?: FieldChange[] }

export async function recordAudit(
  ctx: WorkContext,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  await insertEntries(ctx, entries)
}
