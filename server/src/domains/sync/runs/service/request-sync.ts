// Signals work to an integration, on request of a user or a webhook of the vendor, without waiting for it.
import type { SyncRun } from '@task-service/contract'
import type { Hint } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { listFailures } from '#domains/sync/reconcile/index.ts'
import { insertSignals } from '#domains/sync/signals/index.ts'
import { endRest, noteHeard } from '#domains/sync/state/index.ts'
import { decodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { insertInbound } from '../store/inbound.ts'
import { askToCancel, findRun, findRunning } from '../store/runs.ts'
import { describeRun } from './show-runs.ts'

/** The run in progress, or null: then one starts soon. */
export async function requestSync(
  ctx: WorkContext,
  integrationId: string,
  options: { full?: boolean } = {},
): Promise<SyncRun | null> {
  const running = await findRunning(ctx.tx, integrationId)
  const isCovered = running && (running.kind === 'full' || !options.full)
  if (!isCovered) {
    const detail = { full: options.full ?? false }
    await insertSignals(ctx.tx, integrationId, [{ kind: 'pull', detail }])
    await endRest(ctx.tx, integrationId, ctx.now)
    await recordAudit(ctx, [{ action: 'integration.sync_requested', subjectId: integrationId }])
  }
  return running ? describeRun(running, ctx.now) : null
}

/** Takes effect with the next batch. One that has ended stays as it is. */
export async function cancelRun(ctx: WorkContext, id: string): Promise<SyncRun | undefined> {
  const uuid = decodeId('sync_run', id)
  const run = uuid && (await findRun(ctx.tx, uuid))
  if (!run) return undefined
  if (run.state === 'running') {
    await askToCancel(ctx.tx, run.id, ctx.now)
    const subjectId = run.integration_id
    await recordAudit(ctx, [{ action: 'integration.sync_canceled', subjectId }])
  }
  return describeRun(run, ctx.now)
}

const FAILURES_AT_ONCE = 1_000

/** How many are tried again. */
export async function retryFailures(ctx: WorkContext, integrationId: string): Promise<number> {
  const rows = await listFailures(ctx.tx, integrationId, undefined, FAILURES_AT_ONCE)
  const signals = rows.map((row) => ({
    kind: 'hint' as const,
    detail: { ref: { id: row.external_id }, kind: 'changed' },
  }))
  await insertSignals(ctx.tx, integrationId, signals)
  return rows.length
}

export type InboundNote = {
  deliveryId?: string | undefined
  outcome: 'accepted' | 'refused'
  reason?: string
  bodyBytes: number
}

/** A message is a hint: what it is about is read again. The same message twice is one. */
export async function recordInbound(
  ctx: WorkContext,
  integrationId: string,
  note: InboundNote,
  hints: readonly Hint[] = [],
): Promise<'accepted' | 'duplicate' | 'refused'> {
  const row = {
    id: uuidv7(ctx.now.getTime()),
    delivery_id: note.deliveryId ?? null,
    received_at: ctx.now,
    outcome: note.outcome,
    reason: note.reason ?? null,
    hint_count: hints.length,
    body_bytes: note.bodyBytes,
  }
  if (!(await insertInbound(ctx.tx, integrationId, row))) {
    await insertInbound(ctx.tx, integrationId, { ...row, outcome: 'duplicate' })
    return 'duplicate'
  }
  if (note.outcome === 'refused') return 'refused'
  const signals = hints.map(({ ref, kind }) => ({ kind: 'hint' as const, detail: { ref, kind } }))
  await insertSignals(ctx.tx, integrationId, signals)
  await noteHeard(ctx.tx, integrationId, ctx.now)
  return 'accepted'
}
