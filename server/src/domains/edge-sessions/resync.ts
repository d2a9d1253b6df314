// Whether a connector whose ratchet is not the stored one is ahead of a restored database, or one of two with the same key.
import { sameDigest } from '#crypto/key-digest.ts'
import type { Epoch } from './store/epochs.ts'

/** Longer than connectors wait between attempts: of two that have the key, both ask within this time. */
export const SETTLE_MS = 90_000

export type ResyncRow = {
  epoch: number
  ratchet_position: number
  resync_epoch: number | null
  resync_hash: Buffer | null
  resync_asked_at: Date | null
  frozen_at: Date | null
}

/**
 * `ask`: the first request in this epoch; it is stored, and the connector retries. `wait`: the same one, too early.
 * `resync`: no other program asked. `copy`: it cannot be ahead of what is stored, or two programs asked.
 */
export type ResyncStep = 'ask' | 'wait' | 'resync' | 'copy'

/** `position`: the one in the ratchet that was shown, if this installation made it. */
export function judgeResync(
  row: ResyncRow,
  epoch: Epoch,
  shown: { hash: Buffer; position: number | undefined },
  now: Date,
): ResyncStep {
  if (row.epoch >= epoch.number) return 'copy'
  if (shown.position === undefined || shown.position <= row.ratchet_position) return 'copy'
  const asked = pendingOf(row, epoch)
  if (asked === undefined) return 'ask'
  if (!sameDigest(shown.hash, asked.hash)) return 'copy'
  return now.getTime() - asked.at.getTime() < SETTLE_MS ? 'wait' : 'resync'
}

/** Another program is ahead of this row, although the ratchet shown matches it: two programs have the key. */
export function isContested(row: ResyncRow, epoch: Epoch): boolean {
  return row.epoch < epoch.number && pendingOf(row, epoch) !== undefined
}

function pendingOf(row: ResyncRow, epoch: Epoch): { hash: Buffer; at: Date } | undefined {
  const { resync_epoch: number, resync_hash: hash, resync_asked_at: at } = row
  return number === epoch.number && hash !== null && at !== null ? { hash, at } : undefined
}

/** Frozen since the restore and before it was declared: a healthy one may be, so it may still ask. One from before may not. */
export function mayStillAsk(row: ResyncRow, epoch: Epoch): boolean {
  return row.frozen_at !== null && row.epoch < epoch.number && row.frozen_at >= epoch.beganAt
}
