// Who did what to which object: one entry for each change, in the same transaction.
import type { Activity, EventType, FieldChange } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { encodeId } from '#lib/ids.ts'
import { type AuditRow, insertEntries, listEntriesOfSubject } from './store.ts'

/** Acts that change nothing a client can list still leave an entry. */
export type AuditAction = EventType | `tenant.${string}` | `key.${string}` | `webhook.${string}`

export type NewAuditEntry = { action: AuditAction; subjectId: string; changes?: FieldChange[] }

export async function recordAudit(
  ctx: WorkContext,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  await insertEntries(ctx, entries)
}

function toActivity(row: AuditRow): Activity {
  return {
    id: encodeId('audit', row.id),
    action: row.action,
    actor: parseActor(row.actor),
    request_id: row.request_id,
    changes: row.changes,
    at: row.at.toISOString(),
  }
}

export async function listActivity(
  ctx: Context,
  subjectId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Activity[]; next_cursor: string | null }> {
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `activity ${subjectId}`,
  }
  const before = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const rows = await listEntriesOfSubject(ctx.tx, subjectId, before, page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toActivity),
    next_cursor: rows.length > page.limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}
