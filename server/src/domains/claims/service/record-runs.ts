// Events and audit entries of runs. Both belong to the task, so that they are part of its activity and keep its order.
import type { EventType } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { observeRunEnd } from '#observe/metrics.ts'
import { toRun } from '../run-document.ts'
import type { RunRow } from '../store/live-runs.ts'

export async function recordRuns(
  ctx: WorkContext,
  type: EventType & `run.${string}`,
  rows: readonly RunRow[],
): Promise<void> {
  for (const { state, ended_at: endedAt } of rows) if (endedAt) observeRunEnd(state)
  await Promise.all([
    emitEvents(
      ctx,
      rows.map((row) => ({ type, subjectId: row.task_id, data: toRun(row) })),
    ),
    recordAudit(
      ctx,
      rows.map((row) => ({ action: type, subjectId: row.task_id })),
    ),
  ])
}
