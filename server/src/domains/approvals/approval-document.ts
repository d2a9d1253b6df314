// An approval as it is stored in events and returned to clients, and its rejection as agents get it.
import { Approval, type Rejection } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { compilePrinter } from '#lib/print-json.ts'
import type { ApprovalRow } from './store.ts'

export const printApproval: (approval: Approval) => string = compilePrinter(Approval)

export function toApproval(row: ApprovalRow): Approval {
  return {
    id: encodeId('approval', row.id),
    task_id: encodeId('task', row.task_id),
    run_id: row.run_id && encodeId('run', row.run_id),
    agent: row.agent,
    state: row.state,
    effects: row.effects,
    hash: row.hash,
    result: row.result,
    previous: row.previous,
    reason: row.reason,
    decided_by: row.decided_by === null ? null : parseActor(row.decided_by),
    decided_at: row.decided_at?.toISOString() ?? null,
    receipts: row.receipts,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function toRejection(row: ApprovalRow): Rejection {
  const { id, reason, decided_by: by, decided_at: at, updated_at: updatedAt } = toApproval(row)
  return {
    approval_id: id,
    reason: reason ?? '',
    rejected_by: by ?? { kind: 'system', id: 'queues' },
    rejected_at: at ?? updatedAt,
  }
}
