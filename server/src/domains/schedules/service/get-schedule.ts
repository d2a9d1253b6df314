// Finding schedules, for those who read them and for those who are about to change one.
import type { Schedule } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { scheduleNotFound, versionMismatch } from '../errors.ts'
import { findSchedule, listSchedules, type ScheduleRow } from '../store.ts'
import { showSchedule } from './show-schedule.ts'

export type Expected = { version?: number }

export async function getRow(
  ctx: Context,
  scheduleId: string,
  options: { lock?: boolean } = {},
): Promise<ScheduleRow> {
  const id = decodeId('schedule', scheduleId)
  const row = id && (await findSchedule(ctx.tx, id, options))
  if (!row) throw scheduleNotFound()
  return row
}

export async function lockVersion(
  ctx: Context,
  scheduleId: string,
  { version }: Expected,
): Promise<ScheduleRow> {
  const row = await getRow(ctx, scheduleId, { lock: true })
  if (version !== undefined && version !== row.version) throw versionMismatch(row.version)
  return row
}

export async function getSchedule(ctx: Context, scheduleId: string): Promise<Schedule> {
  return showSchedule(await getRow(ctx, scheduleId))
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Schedule[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'schedules' }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const rows = await listSchedules(ctx.tx, after, page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    data: shown.map(showSchedule),
    next_cursor: last ? encodeCursor(scope, [last.id]) : null,
  }
}
