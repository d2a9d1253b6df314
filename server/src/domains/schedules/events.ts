// Events of schedules.
import type { EventType, FieldChange, Schedule } from '@task-service/contract'
import type { NewEvent } from '#events/emit.ts'

export type ScheduleEventType = EventType & `schedule.${string}`

export function scheduleEvent(
  type: ScheduleEventType,
  subjectId: string,
  schedule: Schedule,
  changes: readonly FieldChange[],
): NewEvent {
  return {
    type,
    subjectId,
    data: schedule,
    previous: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
    changed: changes.map(({ field }) => field),
  }
}
