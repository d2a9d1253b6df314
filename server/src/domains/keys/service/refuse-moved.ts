// The response for a tenant that was moved to another cell: the proxy, or an open connection, still leads to this one.
import type { Reader } from '#db/reader.ts'
import { Problem } from '#lib/problem.ts'
import { findNewCell } from '../store.ts'

/** Throws if the tenant is in another cell now. */
export async function refuseMoved(
  auth: Reader,
  tenant: { tenant_id: string; status: string },
): Promise<void> {
  if (tenant.status !== 'moved') return
  const cell = await findNewCell(auth, tenant.tenant_id)
  throw new Problem('tenant_moved', `The tenant was moved to the cell "${cell ?? 'unknown'}".`)
}
