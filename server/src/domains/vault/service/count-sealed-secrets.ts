// How many secrets are stored, from the catalog: a column that no domain opens is counted, too.
import { walkTenants } from '#domains/tenants/index.ts'
import { countSealed, listSealedColumns } from '../store.ts'
import type { KeyContext } from './rotate-keys.ts'

export async function countSealedSecrets(
  ctx: Pick<KeyContext, 'owner' | 'auth' | 'tenantRead'>,
): Promise<number> {
  const columns = await listSealedColumns(ctx.owner)
  let count = 0
  for await (const page of walkTenants(ctx.auth)) {
    for (const { tenant_id: tenantId } of page) {
      count += await ctx.tenantRead(tenantId, async (tx) => {
        let ofTenant = 0
        for (const column of columns) ofTenant += await countSealed(tx, column)
        return ofTenant
      })
    }
  }
  return count
}
