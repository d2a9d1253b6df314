// The event and the audit entry of a change. The entry is about the task, so that its activity shows its files.
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import type { AttachmentRow } from '../store.ts'
import { toAttachment } from './to-attachment.ts'

export async function announce(
  ctx: WorkContext,
  type: 'attachment.created' | 'attachment.deleted',
  row: AttachmentRow,
): Promise<void> {
  const change =
    type === 'attachment.created' ? { from: null, to: row.name } : { from: row.name, to: null }
  await Promise.all([
    emitEvents(ctx, [{ type, subjectId: row.id, data: toAttachment(row) }]),
    recordAudit(ctx, [
      { action: type, subjectId: row.task_id, changes: [{ field: 'attachment', ...change }] },
    ]),
  ])
}
