// Tasks and deliveries that need attention.
import { ATTENTION_KINDS, type Attention, SUBJECTS_MAX } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { encodeId } from '#lib/ids.ts'
import type { Finding } from '../attention.ts'
import { listTasksNeedingAttention } from '../store/open-task-counts.ts'
import type { SentCounts } from '../store/sent.ts'

const HOUR_MS = 3_600_000
const MOST = 1_000

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
    subject_ids: (ids ?? []).map((id) => encodeId('task', id)),
  }))
}

function kindOf(text: string): Attention['kind'] {
  const kind = ATTENTION_KINDS.find((one) => one === text)
  if (!kind) throw new Error(`no kind of attention is called ${text}`)
  return kind
}

export function sentFinding(sent: SentCounts, isAtLeast: boolean): Finding {
  return {
    kind: 'deliveries_failed',
    count: sent.given_up,
    is_at_least: isAtLeast,
    since: sent.first_failure_at?.toISOString() ?? null,
    subject_ids: (sent.failing_webhooks ?? []).map((id) => encodeId('webhook', id)),
  }
}
