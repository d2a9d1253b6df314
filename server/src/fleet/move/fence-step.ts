// The second step of a move: follows the changes until few are left, lets background work end, and rejects writes until the target has
// the last change. A fence that takes too long is lifted and put up again later.
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareSnapshot, takeSnapshot } from '#db/move/compare-cells.ts'
import {
  countUndispatched,
  hasFence,
  listWork,
  lockTenant,
  putFence,
  removeFence,
  setStatus,
  unlockTenant,
  waitUntil,
} from '#db/move/fence.ts'
import { readLag, refuseDisabled } from '#db/move/replication.ts'
import { recordStep } from '#fleet/directory/moves.ts'
import { MoveRefused, type MoveStage } from './stage.ts'

/** Bytes of the log of the whole cell. */
const SMALL_LAG = 1024 * 1024
const FOLLOW_POLL_MS = 200
const NOTE_EVERY_MS = 5_000
/** Longer than an attempt of a delivery may take. */
const WORK_TIMEOUT_MS = 90_000
/** The three waits of a fence. Together they are below the longest pause of writes. */
const LOCK_TIMEOUT_MS = 1_000
const DISPATCH_TIMEOUT_MS = 750
const ARRIVAL_TIMEOUT_MS = 750
const FENCE_TRIES = 10
const BETWEEN_TRIES_MS = 2_000

/** Returns when writes began to be rejected. They still are: the source has the fence, and this process the lock. */
export async function fence(stage: MoveStage): Promise<{ startedAt: number }> {
  await follow(stage)
  await pauseWork(stage)
  for (let attempt = 1; attempt <= FENCE_TRIES; attempt++) {
    await follow(stage)
    const startedAt = performance.now()
    const reason = await tryFence(stage)
    if (reason === undefined) {
      await recordStep(stage.directory, stage.move, 'switching')
      return { startedAt }
    }
    stage.note(`Writes were accepted again: ${reason}. Trying again.`)
    await sleep(BETWEEN_TRIES_MS)
  }
  await setStatus(stage.from.client, stage.move.tenant_id, stage.move.tenant_status)
  throw new MoveRefused(
    'The cells are too busy to switch without a long pause. The tenant stays in its cell and replication continues: run the command again later, or add --undo.',
  )
}

async function follow({ from, to, move, note }: MoveStage): Promise<void> {
  const { tenant_id: tenantId } = move
  let noteAt = performance.now() + NOTE_EVERY_MS
  for (;;) {
    await refuseDisabled(to.client, tenantId)
    const lag = await readLag(from.client, tenantId)
    if (lag < SMALL_LAG) return
    if (performance.now() > noteAt) {
      note(`${Math.ceil(lag / 1024 / 1024)} MiB of changes are left.`)
      noteAt = performance.now() + NOTE_EVERY_MS
    }
    await sleep(FOLLOW_POLL_MS)
  }
}

/** Requests continue. What a worker has sent must be recorded before the switch, or the target would send it again. */
async function pauseWork({ from, move }: MoveStage): Promise<void> {
  const { tenant_id: tenantId, tenant_status: status } = move
  if (status !== 'active') return
  await setStatus(from.client, tenantId, 'moving')
  // Work that starts later sees the status.
  const before = new Set(await listWork(from.client, tenantId))
  const isOver = async () => {
    const now = await listWork(from.client, tenantId)
    return !now.some((id) => before.has(id))
  }
  if (await waitUntil(isOver, WORK_TIMEOUT_MS, 50)) return
  await setStatus(from.client, tenantId, status)
  throw new MoveRefused(
    'A worker of the source has been sending a webhook or an email, or syncing, for more than 90 s. Run the command again later.',
  )
}

/** Undefined if the target has everything; otherwise why writes are accepted again. */
async function tryFence(stage: MoveStage): Promise<string | undefined> {
  const { from, to, move, comparing, source, target } = stage
  const { tenant_id: tenantId } = move
  await prepareSnapshot(comparing.source, source.rolePrefix)
  await prepareSnapshot(comparing.target, target.rolePrefix)
  if (!(await lockTenant(from.client, tenantId, LOCK_TIMEOUT_MS))) {
    return 'a transaction of the tenant took too long'
  }
  try {
    const isDispatched = async () => (await countUndispatched(from.client, tenantId)) === 0
    if (!(await waitUntil(isDispatched, DISPATCH_TIMEOUT_MS))) {
      await unlockTenant(from.client, tenantId)
      return 'the workers of the source did not dispatch its events in time'
    }
    await takeSnapshot(comparing.source, tenantId)
    const at = await putFence(from.client, tenantId, move.to_cell)
    const hasArrived = () => hasFence(to.client, tenantId, at)
    if (!(await waitUntil(hasArrived, ARRIVAL_TIMEOUT_MS))) {
      await removeFence(from.client, tenantId)
      await unlockTenant(from.client, tenantId)
      return 'the last changes did not arrive in time'
    }
    await takeSnapshot(comparing.target, tenantId)
    return undefined
  } catch (error) {
    await removeFence(from.client, tenantId).catch(() => undefined) // the first error says more; undo removes it
    throw error
  }
}
