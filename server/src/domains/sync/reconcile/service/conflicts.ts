// Where both sides changed the same field: what lost is kept, and what a person has to decide is announced.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  type ConflictRow,
  describeConflict,
  insertConflict,
  type LinkRow,
  listOpenConflicts,
  resolveConflicts,
} from '#domains/sync/links/index.ts'
import { isSame, type Merged } from '#domains/sync/merge/index.ts'
import { emitEvents } from '#events/emit.ts'
import { actorText } from '#lib/actor.ts'
import { uuidv7 } from '#lib/uuid.ts'

export async function keepConflicts(
  ctx: WorkContext,
  link: LinkRow,
  task: Task,
  merged: Merged,
): Promise<void> {
  for (const found of merged.conflicts) {
    const isOpen = found.winner === undefined
    const row: ConflictRow = {
      id: uuidv7(),
      integration_id: link.integration_id,
      link_id: link.id,
      task_id: link.task_id,
      field: found.field,
      base: found.base,
      service_value: found.service,
      remote_value: found.remote,
      policy: found.policy,
      state: isOpen ? 'open' : 'resolved',
      resolution: found.winner ?? null,
      resolved_by: isOpen ? null : actorText(ctx.actor),
      resolved_at: isOpen ? null : ctx.now,
      created_at: ctx.now,
    }
    if (!(await insertConflict(ctx.tx, row))) continue
    await emitEvents(ctx, [
      { type: 'task.sync_conflict', subjectId: link.task_id, data: describeConflict(row) },
    ])
  }
  await closeSettled(ctx, link, task, merged.settled)
}

/** One side has given way, or both have come to the same. */
async function closeSettled(
  ctx: WorkContext,
  link: LinkRow,
  task: Task,
  settled: readonly string[],
): Promise<void> {
  const open = await listOpenConflicts(ctx.tx, link.id)
  for (const conflict of open.filter(({ field }) => settled.includes(field))) {
    const local = (task as Record<string, unknown>)[conflict.field] as Parameters<typeof isSame>[1] // a field of the task, or none
    const isService = isSame(conflict.field, conflict.service_value as typeof local, local) // stored from JSON
    await resolveConflicts(ctx.tx, [conflict.id], {
      resolution: isService ? 'service' : 'remote',
      actor: actorText(ctx.actor),
      at: ctx.now,
    })
  }
}
