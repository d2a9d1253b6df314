// The first step of a move: copies the rows of a snapshot and starts to replicate what changes after it. An interrupted copy starts
// over, because its snapshot is gone.
import { openReplication } from '#db/move/cell-connection.ts'
import { analyzeTables, copyTenant } from '#db/move/copy-tenant.ts'
import { readTenant } from '#db/move/fence.ts'
import {
  createPublication,
  createSlot,
  createSubscription,
  dropPublication,
  dropSubscription,
} from '#db/move/replication.ts'
import { recordCopied, recordStep } from '#fleet/directory/moves.ts'
import { MoveRefused, type MoveStage } from './stage.ts'

export async function copy(stage: MoveStage): Promise<void> {
  const { move, from, to, tables, directory } = stage
  const { tenant_id: tenantId } = move
  await removeCopy(stage)
  await createPublication(from.client, tables, tenantId)
  const replication = await openReplication(stage.source.url)
  try {
    const snapshot = await createSlot(replication, tenantId)
    const rows = await copyTenant({
      source: from.client,
      target: to.client,
      tables,
      tenantId,
      snapshot,
      onProgress: (progress) => stage.onProgress({ what: 'copied', ...progress }),
    })
    await recordCopied(directory, move, rows)
  } finally {
    await replication.end()
  }
  await createSubscription(to, tenantId, stage.replicationUrl)
  await analyzeTables(to.client, tables)
  await recordStep(directory, move, 'following')
}

/** What an earlier attempt left in both cells. Only a tenant that is not usable is deleted. */
export async function removeCopy(stage: MoveStage): Promise<void> {
  const { move, from, to, target } = stage
  const { tenant_id: tenantId, slug } = move
  await dropSubscription(to.client, tenantId)
  await dropPublication(from.client, tenantId)
  const left = await readTenant(to.client, slug)
  if (!left) return
  if (left.tenant_id !== tenantId || left.status !== 'deleting') {
    throw new MoveRefused(`The target has a tenant "${slug}" that is ${left.status}.`)
  }
  await stage.remove(target, to.client, tenantId)
}
