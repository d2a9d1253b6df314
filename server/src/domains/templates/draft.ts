// A template as a task that is about to be created: its due date is counted from a moment.
import type { TemplateTask } from '@task-service/contract'
import type { TaskDraft } from '#domains/tasks/index.ts'

export type DueMoment = { at: Date; timeZone: string }

const units = { h: 'hours', d: 'days', w: 'weeks' } as const

export function toDraft({ due_in: dueIn, ...task }: TemplateTask, from: DueMoment): TaskDraft {
  return dueIn === undefined ? task : { ...task, due_at: addSpan(dueIn, from).toISOString() }
}

/** Days and weeks keep the time of day, also when the clocks change in between. */
function addSpan(span: string, { at, timeZone }: DueMoment): Date {
  const unit = units[span.slice(-1) as keyof typeof units] // the pattern has no others
  const start = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(start.add({ [unit]: Number(span.slice(0, -1)) }).epochMilliseconds)
}
