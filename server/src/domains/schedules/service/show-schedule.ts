// A schedule as the API shows it, with its next occurrences.
import type { Schedule } from '@task-service/contract'
import { UPCOMING_MAX } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { occurrencesAfter } from '../occurrences.ts'
import { tasksLeft } from '../progress.ts'
import type { ScheduleRow } from '../store.ts'

export function showSchedule(row: ScheduleRow): Schedule {
  return {
    id: encodeId('schedule', row.id),
    name: row.name,
    template_id: encodeId('template', row.template_id),
    rule: row.rule,
    state: stateOf(row),
    upcoming: upcomingOf(row).map((moment) => moment.toISOString()),
    last_at: row.last_at?.toISOString() ?? null,
    last_task_id: row.last_task_id && encodeId('task', row.last_task_id),
    last_error: row.last_error,
    task_count: row.task_count,
    missed_count: row.missed_count,
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function stateOf({ paused_at: pausedAt, next_at: nextAt }: ScheduleRow): Schedule['state'] {
  if (pausedAt) return 'paused'
  return nextAt ? 'active' : 'ended'
}

/** From the stored one on, which is due at any moment if it has passed. */
function upcomingOf(row: ScheduleRow): Date[] {
  if (row.next_at === null) return []
  const left = tasksLeft(row) ?? UPCOMING_MAX
  const rest = occurrencesAfter(row.rule, row.next_at).take(Math.min(UPCOMING_MAX, left) - 1)
  return [row.next_at, ...rest]
}
