// A run as it is stored in events and returned to clients.
import { Run } from '@task-service/contract'
import { encodeId } from '#lib/ids.ts'
import { compilePrinter } from '#lib/print-json.ts'
import type { RunRow } from './store/live-runs.ts'

export const printRun: (run: Run) => string = compilePrinter(Run)

export function toRun(row: RunRow): Run {
  return {
    id: encodeId('run', row.id),
    task_id: encodeId('task', row.task_id),
    agent: row.agent,
    queue: row.queue,
    attempt: row.attempt,
    state: row.state,
    end_reason: row.end_reason,
    lease_expires_at: row.lease_until?.toISOString() ?? null,
    cancel_requested: row.cancel_requested_at !== null,
    progress: row.progress,
    plan: row.plan,
    error: row.error,
    handoff: row.handoff,
    approval_id: row.approval_id && encodeId('approval', row.approval_id),
    usage: {
      seconds: Math.round(row.working_ms / 1_000),
      calls: row.calls,
      effects: row.effects,
      declared_tokens: row.declared_tokens,
      declared_cost: Number(row.declared_cost),
    },
    created_at: row.created_at.toISOString(),
    waited_seconds: row.waited_ms / 1_000,
    heartbeat_at: row.heartbeat_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
