// The state of a connector, out of what is known of it.
import type { ConnectorState } from '@task-service/contract'
import type { ConnectorRow } from './store/connectors.ts'

/** A poll is held for at most 25 seconds: a connector that missed three of them is offline. */
export const SILENT_AFTER_MS = 90_000

type Known = Pick<
  ConnectorRow,
  'revoked_at' | 'frozen_at' | 'enrolled_at' | 'paused' | 'last_seen_at'
>

export function stateOf(row: Known, now: Date): ConnectorState {
  if (row.revoked_at) return 'revoked'
  if (row.frozen_at) return 'frozen'
  if (!row.enrolled_at) return 'enrolling'
  if (row.paused) return 'paused'
  const seenMs = row.last_seen_at?.getTime() ?? 0
  return now.getTime() - seenMs > SILENT_AFTER_MS ? 'silent' : 'online'
}

/** The connector has a valid key, so its jobs can run. */
export function hasKey(row: Pick<Known, 'revoked_at' | 'frozen_at' | 'enrolled_at'>): boolean {
  return row.enrolled_at !== null && !row.revoked_at && !row.frozen_at
}
