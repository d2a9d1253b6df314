// The third step of a move: the target takes over, proxies learn the new cell, and the source says where the tenant is. Every part can
// be repeated; none can be undone, because the target accepts writes.
import { setTimeout as sleep } from 'node:timers/promises'
import { compareCells, type Difference } from '#db/move/compare-cells.ts'
import { readTenant } from '#db/move/fence.ts'
import {
  disableSubscription,
  dropPublication,
  dropSubscription,
  hasSubscription,
} from '#db/move/replication.ts'
import { leave, takeOver } from '#db/move/take-over.ts'
import { recordComparison, recordFence, recordStep, switchHost } from '#fleet/directory/moves.ts'
import { MoveRefused, type MoveStage } from './stage.ts'

/** As long as a `cell push --follow` needs. Until then, the source rejects writes with 503 instead of 421. */
const FOLLOWERS_MS = 500

export async function switchCell(
  stage: MoveStage,
  fenced: { startedAt: number } | undefined,
): Promise<number | undefined> {
  const { directory, from, to, move } = stage
  const { tenant_id: tenantId } = move
  if (await hasSubscription(to.client, tenantId)) await disableSubscription(to.client, tenantId)
  const arrived = await readTenant(to.client, move.slug)
  if (arrived?.tenant_id !== tenantId) throw new MoveRefused('The target does not have the tenant.')
  if (arrived.status === 'deleting') {
    await takeOver(to.client, { tenantId, status: move.tenant_status, rewrap: stage.rewrap })
  }
  await switchHost(directory, move)
  const isPushed = await stage.push()
  const fencedMs = fenced && performance.now() - fenced.startedAt
  if (fencedMs !== undefined) await recordFence(directory, move, fencedMs)
  if (!isPushed) await sleep(FOLLOWERS_MS)
  await leave(from.client, tenantId)
  await dropSubscription(to.client, tenantId)
  await dropPublication(from.client, tenantId)
  return fencedMs
}

/** Undefined if an interruption ended the snapshots. */
export async function compare(
  stage: MoveStage,
  hasSnapshots: boolean,
): Promise<Difference[] | undefined> {
  const { comparing, tables, directory, move } = stage
  const differences = hasSnapshots
    ? await compareCells(comparing.source, comparing.target, tables)
    : undefined
  if (differences) await recordComparison(directory, move, differences.length === 0)
  await recordStep(directory, move, 'kept')
  return differences
}
