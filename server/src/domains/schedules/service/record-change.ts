// The event and the audit entry of a change to a schedule.
import type { FieldChange, Schedule } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { type ScheduleEventType, scheduleEvent } from '../events.ts'

export async function recordChange(
  ctx: WorkContext,
  type: ScheduleEventType,
  subjectId: string,
  schedule: Schedule,
  changes: FieldChange[] = [],
): Promise<void> {
  await Promise.all([
    emitEvents(ctx, [scheduleEvent(type, subjectId, schedule, changes)]),
    recordAudit(ctx, [{ action: type, subjectId, changes }]),
  ])
}
