// What an operator wants to know about the keys: which are in use, what depends on each, what is unreadable, what is next.
import type { Tx } from '#db/tenant-tx.ts'
import { walkTenants } from '#domains/tenants/index.ts'
import {
  countSealedUnder,
  type DataKeyRow,
  listDataKeys,
  listMasterKeys,
  listSealedColumns,
  type MasterKeyRow,
  type SealedColumn,
} from '../store.ts'
import type { KeyContext } from './rotate-keys.ts'

export type MasterKeyStatus = {
  id: string
  state: 'active' | 'retiring' | 'lost'
  /** The variable this key was read from; null when it is in neither. */
  variable: 'SERVICE_ACP_MASTER_KEY' | 'SERVICE_ACP_MASTER_KEY_PREVIOUS' | null
  data_keys: number
  since: string
}

export type KeyStatus = {
  master_keys: MasterKeyStatus[]
  tenants: number
  /** Where secrets are kept that have to be entered again. */
  needs_reentry: { tenant: string; where: string; secrets: number }[]
}

export async function readKeyStatus(ctx: KeyContext): Promise<KeyStatus> {
  const rows = await listMasterKeys(ctx.owner)
  const columns = await listSealedColumns(ctx.owner)
  const unreadable = new Set(
    rows
      .filter(({ id, lost_at: lostAt }) => lostAt !== null && !ctx.keyring.holds(id))
      .map(({ id }) => id),
  )
  const counts = new Map<string, number>()
  const status: KeyStatus = { master_keys: [], tenants: 0, needs_reentry: [] }
  for await (const page of walkTenants(ctx.auth)) {
    await Promise.all(
      page.map(async ({ tenant_id: tenantId, slug }) => {
        const keys = await ctx.tenantRead(tenantId, listDataKeys)
        for (const key of keys) {
          counts.set(key.master_key_id, (counts.get(key.master_key_id) ?? 0) + 1)
        }
        const lost = keys.filter((key) => unreadable.has(key.master_key_id))
        if (lost.length === 0) return
        const found = await ctx.tenantRead(tenantId, (tx) => countLost(tx, columns, lost))
        status.needs_reentry.push(...found.map((one) => ({ tenant: slug, ...one })))
      }),
    )
    status.tenants += page.length
  }
  status.needs_reentry.sort((a, b) => (a.tenant < b.tenant ? -1 : 1))
  status.master_keys = rows.map((row) => describeKey(row, rows, ctx, counts.get(row.id) ?? 0))
  return status
}

async function countLost(tx: Tx, columns: readonly SealedColumn[], lost: readonly DataKeyRow[]) {
  const ids = lost.map(({ id }) => id)
  const found: { where: string; secrets: number }[] = []
  for (const column of columns) {
    const secrets = await countSealedUnder(tx, column, ids)
    if (secrets > 0) found.push({ where: `${column.table}.${column.column}`, secrets })
  }
  return found
}

function describeKey(
  row: MasterKeyRow,
  rows: readonly MasterKeyRow[],
  { keyring }: KeyContext,
  dataKeys: number,
): MasterKeyStatus {
  const isCurrent = row.id === keyring.currentId
  const variable = isCurrent
    ? 'SERVICE_ACP_MASTER_KEY'
    : row.id === keyring.previousId
      ? 'SERVICE_ACP_MASTER_KEY_PREVIOUS'
      : null
  return {
    id: row.id,
    state: row.id === rows[0]?.id ? 'active' : row.lost_at ? 'lost' : 'retiring',
    variable,
    data_keys: dataKeys,
    since: row.created_at.toISOString(),
  }
}
