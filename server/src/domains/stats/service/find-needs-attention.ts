// Tasks, deliveries, integrations, connectors and agents that need attention.
import { type IdKind, SUBJECTS_MAX } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { SILENT_AFTER_MS } from '#domains/connectors/index.ts'
import { encodeId } from '#lib/ids.ts'
import { type Finding, kindOf } from '../attention.ts'
import { listBlockers } from '../store/blockers.ts'
import { listTasksNeedingAttention } from '../store/open-task-counts.ts'
import type { SentCounts } from '../store/sent.ts'

const HOUR_MS = 3_600_000
const MOST = 1_000
const MOST_INTEGRATIONS = 500

export async function findNeedsAttention(tx: Tx, now: Date): Promise<Finding[]> {
  const soon = new Date(now.getTime() + HOUR_MS)
  const lately = new Date(now.getTime() - 7 * 24 * HOUR_MS)
  const limits = { most: MOST + 1, ids: SUBJECTS_MAX }
  const rows = await listTasksNeedingAttention(tx, { now, soon, lately }, limits)
  return rows.map(({ kind, count, since, ids }) => ({
    kind: kindOf(kind),
    count: Math.min(count, MOST),
    is_at_least: count > MOST,
    since: since?.toISOString() ?? null,
    name: null,
    subject_ids: (ids ?? []).map((id) => encodeId('task', id)),
  }))
}

const subjects: Partial<Record<Finding['kind'], IdKind>> = {
  connectors_offline: 'connector',
  approvals_open: 'approval',
  questions_open: 'question',
}

/** What keeps work from moving on. */
export async function findBlockers(tx: Tx, now: Date): Promise<Finding[]> {
  const silentSince = new Date(now.getTime() - SILENT_AFTER_MS)
  const limits = { most: MOST + 1, ids: SUBJECTS_MAX, integrations: MOST_INTEGRATIONS }
  const rows = await listBlockers(tx, silentSince, limits)
  return rows.map(({ count, since, ids, name, ...row }) => {
    const kind = kindOf(row.kind)
    const subject = subjects[kind] ?? 'integration'
    return {
      kind,
      count: Math.min(count, MOST),
      is_at_least: count > MOST,
      since: since?.toISOString() ?? null,
      name,
      subject_ids: (ids ?? []).map((id) => encodeId(subject, id)),
    }
  })
}

export function sentFinding(sent: SentCounts, isAtLeast: boolean): Finding {
  return {
    kind: 'deliveries_failed',
    count: sent.given_up,
    is_at_least: isAtLeast,
    since: sent.first_failure_at?.toISOString() ?? null,
    name: null,
    subject_ids: (sent.failing_webhooks ?? []).map((id) => encodeId('webhook', id)),
  }
}
