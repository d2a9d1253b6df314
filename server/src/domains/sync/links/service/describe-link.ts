// Links, conflicts and write-backs as clients see them.
import type { Conflict, Link, LinkStep, WriteBack } from '@task-service/contract'
import { encodeId } from '#lib/ids.ts'
import type { ConflictRow } from '../store/conflicts.ts'
import type { StepRow } from '../store/history.ts'
import type { LinkRow } from '../store/links.ts'
import type { WriteBackRow } from '../store/write-backs.ts'

const time = (at: Date | null): string | null => at?.toISOString() ?? null

export function describeLink(row: LinkRow): Link {
  return {
    id: encodeId('link', row.id),
    integration_id: encodeId('integration', row.integration_id),
    task_id: encodeId('task', row.task_id),
    external_id: row.external_id,
    external_key: row.external_key,
    url: row.url,
    state: row.state,
    state_reason: row.state_reason,
    context: row.context ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function describeStep(row: StepRow): LinkStep {
  return { ...row, at: row.at.toISOString() }
}

export function describeConflict(row: ConflictRow): Conflict {
  return {
    ...row,
    id: encodeId('conflict', row.id),
    integration_id: encodeId('integration', row.integration_id),
    link_id: encodeId('link', row.link_id),
    task_id: encodeId('task', row.task_id),
    resolved_at: time(row.resolved_at),
    created_at: row.created_at.toISOString(),
  }
}

export function describeWriteBack(stored: WriteBackRow): WriteBack {
  const { local: _, ...row } = stored
  return {
    ...row,
    id: encodeId('write_back', row.id),
    integration_id: encodeId('integration', row.integration_id),
    link_id: encodeId('link', row.link_id),
    task_id: encodeId('task', row.task_id),
    comment_id: row.comment_id && encodeId('comment', row.comment_id),
    approval_id: row.approval_id && encodeId('approval', row.approval_id),
    next_try_at: time(row.next_try_at),
    planned_at: row.planned_at.toISOString(),
    sent_at: time(row.sent_at),
    ended_at: time(row.ended_at),
  }
}
