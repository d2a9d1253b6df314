// Write-backs that wait for an approval: shown to people in the list of write-backs, and never sent.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import type { ApprovalRow } from '#domains/approvals/index.ts'
import { insertWriteBack } from '#domains/sync/links/index.ts'
import { taskUuid } from '#domains/tasks/index.ts'
import { decodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { valuesOf } from '../effect.ts'

/** The approval is new or has just changed, so it has none. */
export async function holdEffects(
  ctx: WorkContext,
  approval: Pick<ApprovalRow, 'id' | 'effects' | 'spent_links'>,
  task: Task,
): Promise<void> {
  for (const effect of approval.effects) {
    const linkId = decodeId('link', effect.link_id) ?? ''
    if (approval.spent_links.includes(linkId)) continue
    const { comment } = effect
    await insertWriteBack(ctx.tx, {
      id: uuidv7(),
      integration_id: decodeId('integration', effect.integration_id) ?? '',
      link_id: linkId,
      task_id: taskUuid(task.id),
      kind: effect.kind,
      wanted: comment ? { body: comment.body } : valuesOf(effect),
      local: {},
      comment_id: (comment && decodeId('comment', comment.id)) ?? null,
      approval_id: approval.id,
      task_version: task.version,
      state: 'awaiting_approval',
      tries: 0,
      next_try_at: null,
      skipped: [],
      error: null,
      planned_at: ctx.now,
      sent_at: null,
      ended_at: null,
    })
  }
}
