// What happened to one object: its part of the audit log.
import type { Activity } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { toActivity } from '../entry.ts'
import { listEntriesOfSubject } from '../store/entries.ts'

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
  const { rows, isCut } = await listEntriesOfSubject(ctx.tx, subjectId, {
    before,
    limit: page.limit + 1,
    maxBytes: limitsOf(ctx).pageBytes,
  })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toActivity),
    next_cursor:
      (isCut || rows.length > page.limit) && last ? encodeCursor(scope, [last.id]) : null,
  }
}
