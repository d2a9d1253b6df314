// Creates the tasks of schedules that are due, of one tenant: the task, its occurrence and the next time in one transaction.
import type { WorkContext } from '#db/context.ts'
import { createPossible, taskUuid } from '#domains/tasks/index.ts'
import { findTemplate, toDraft } from '#domains/templates/index.ts'
import { Problem } from '#lib/problem.ts'
import { latestDue } from '../occurrences.ts'
import { nextOf } from '../progress.ts'
import { insertOccurrence, lockDue, nameTask, type ScheduleRow, updateSchedule } from '../store.ts'
import { recordChange } from './record-change.ts'
import { showSchedule } from './show-schedule.ts'

/** Of one transaction, which holds the counter of the tenant's tasks. */
const MAX_SCHEDULES = 20

export type Tended = { created: number; failed: number; hasMore: boolean }

/** In the transaction of `ctx`. A worker that is killed leaves all of it undone, and another one does it. */
export async function tendSchedules(ctx: WorkContext): Promise<Tended> {
  const due = await lockDue(ctx.tx, ctx.now, MAX_SCHEDULES)
  const done = { created: 0, failed: 0, hasMore: due.length === MAX_SCHEDULES }
  for (const row of due) {
    const result = await takePlace(ctx, row)
    if (result !== 'known') done[result]++
  }
  return done
}

/** Occurrences that were missed create one task together: that of the last one. */
async function takePlace(
  ctx: WorkContext,
  row: ScheduleRow,
): Promise<'created' | 'failed' | 'known'> {
  const { latest: at, missed } = latestDue(row.rule, row.next_at ?? ctx.now, ctx.now)
  const isNew = await insertOccurrence(ctx.tx, { scheduleId: row.id, at, now: ctx.now })
  const task = isNew ? await createTaskOf(ctx, row, at) : undefined
  const isCreated = task !== undefined && !(task instanceof Problem)
  const taken: ScheduleRow = {
    ...row,
    last_at: at,
    ...(task && {
      last_task_id: isCreated ? taskUuid(task.id) : null,
      last_error: isCreated ? null : task.message,
      task_count: row.task_count + (isCreated ? 1 : 0),
      missed_count: row.missed_count + missed + (isCreated ? 0 : 1),
    }),
  }
  const next = { ...taken, next_at: nextOf(taken, ctx.now) }
  await updateSchedule(ctx.tx, next)
  if (!task) return 'known'
  if (!isCreated) {
    await recordChange(ctx, 'schedule.failed', row.id, showSchedule(next))
    return 'failed'
  }
  await nameTask(ctx.tx, { scheduleId: row.id, at, taskId: taskUuid(task.id) })
  return 'created'
}

async function createTaskOf(ctx: WorkContext, row: ScheduleRow, at: Date) {
  const template = await findTemplate(ctx.tx, row.template_id)
  // A schedule references it: it cannot be deleted.
  if (!template) throw new Error(`the template of schedule ${row.id} is missing`)
  const draft = toDraft(template.task, { at, timeZone: row.rule.time_zone })
  const [task] = await createPossible(ctx, [draft])
  return task
}
