// Deletes the rows of a tenant from one cell: a copy that is given up, or what the source kept after a move.
import { type DatabaseOptions, openDatabase } from '#db/database.ts'
import type { CellClient } from '#db/move/cell-connection.ts'
import { hasTenant, removeFence, setStatus } from '#db/move/fence.ts'
import { deleteTenant } from '#domains/tenants/index.ts'
import type { MoveProgress } from '#fleet/move/stage.ts'

const STEP_ROWS = 5_000

type Removal = {
  tenantId: string
  database: DatabaseOptions
  client: CellClient
  onProgress: (progress: MoveProgress) => void
}

/** Files in a bucket stay: the cells share it. Returns the number of rows. */
export async function removeTenant(removal: Removal): Promise<number> {
  const { tenantId, database, client, onProgress } = removal
  if (!(await hasTenant(client, tenantId))) return 0
  // The status first: without the fence, the tenant must not be one that accepts writes.
  await setStatus(client, tenantId, 'deleting')
  await removeFence(client, tenantId)
  const db = openDatabase({ ...database, poolSize: 1 })
  let total = 0
  try {
    const steps = deleteTenant({
      tenantId,
      removeFile: async () => undefined,
      inTenant: (work) => db.tenantTx(tenantId, work),
      owner: db.owner,
      stepSize: STEP_ROWS,
    })
    for await (const step of steps) {
      total = step.total
      onProgress({
        what: 'deleted',
        table: step.table,
        done: step.deleted,
        total: step.estimate,
      })
    }
    return total
  } finally {
    await db.close()
  }
}
