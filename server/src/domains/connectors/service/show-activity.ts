// What a connector has announced, and what it has done lately.
import type { ConnectorActivity, ConnectorStatements } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { connectorNotFound } from '../errors.ts'
import { findAnnouncement, listSpans } from '../store/activity.ts'
import { getRow } from './get-connector.ts'

export async function listStatements(
  ctx: Pick<WorkContext, 'tx'>,
  connectorId: string,
): Promise<ConnectorStatements> {
  const { id } = await getRow(ctx, connectorId)
  const found = await findAnnouncement(ctx.tx, id)
  if (!found) throw connectorNotFound()
  return {
    policy_digest: found.policy_digest,
    announced_at: found.announced_at?.toISOString() ?? null,
    data: found.statements,
  }
}

const SPAN_SECONDS = 300
const SPANS = 24

export async function showActivity(ctx: Context, connectorId: string): Promise<ConnectorActivity> {
  const { id } = await getRow(ctx, connectorId)
  const current = Math.floor(ctx.now.getTime() / 1_000 / SPAN_SECONDS)
  const first = current - SPANS + 1
  const since = new Date(first * SPAN_SECONDS * 1_000)
  const found = await listSpans(ctx.tx, id, { since, seconds: SPAN_SECONDS })
  const bySpan = new Map(found.map((row) => [row.span, row]))
  return {
    bucket_seconds: SPAN_SECONDS,
    data: Array.from({ length: SPANS }, (_, index) => {
      const { rows = 0, jobs = 0, failed = 0 } = bySpan.get(first + index) ?? {}
      const at = new Date((first + index) * SPAN_SECONDS * 1_000).toISOString()
      return { at, rows, jobs, failed }
    }),
  }
}
