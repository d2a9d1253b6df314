// Claims one given task, in the transaction of the request.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { observeClaim } from '#observe/metrics.ts'
import { type AgentState, findAgents } from '../store/candidates.ts'
import { removeEntries } from '../store/entries.ts'
import { runStatement } from '../store/taking.ts'
import { allowEach, type Claim, type ClaimRefusal, type TakenTask, take } from './claim-group.ts'

export type OneClaim =
  | { taken: TakenTask }
  | { refusal: ClaimRefusal }
  /** Another run holds it, it is not due, or something blocks it. */
  | { refusal: 'not_queued' }

/** `task` is locked by this transaction and `ready`. */
export async function claimOne(
  { tx }: Pick<WorkContext, 'tx'>,
  claim: Claim,
  task: { id: string; doc: Task; json: string },
): Promise<OneClaim> {
  const states = await tx.rows<AgentState>(
    findAgents([{ tenantId: claim.tenantId, id: claim.agent.id }], 'wait'),
  )
  const state = states[0]
  if (!state) return { refusal: 'unknown' }
  const [allowed] = allowEach([claim], new Map([[state.id, state]]))
  if (allowed?.refusal) return { refusal: allowed.refusal }
  const [removed] = await removeEntries(tx, [task.id])
  if (!removed) return { refusal: 'not_queued' }
  const lane = {
    tenantId: claim.tenantId,
    queue: task.doc.queue,
    delegate: task.doc.delegate ?? '',
  }
  const candidate = {
    lane: 0,
    turn: 0,
    taskId: task.id,
    doc: task.json,
    attempts: removed.attempt,
    failures: removed.failures,
    status: task.doc.status,
    waitedMs: removed.waited_ms,
  }
  const { taking, task: taken } = take(claim, lane, candidate, state.now)
  await tx.rows(runStatement([taking]))
  observeClaim(removed.waited_ms)
  return { taken }
}
