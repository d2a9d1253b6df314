// SQL of API keys: digests only. Looking a key up comes before there is a tenant, so it reads as the auth role.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type Instance = { id: string; pepper: Buffer }

export async function readInstance(auth: Reader): Promise<Instance> {
  const [row] = await auth.rows<Instance>(sql`select id, pepper from instance`)
  if (!row)
    throw new Error('the instance row is missing; restore the database or start from an empty one')
  return row
}

export type OwnerRow = {
  tenant_id: string
  slug: string
  status: 'active' | 'suspended' | 'deleting'
  key_id: string
  digest: Buffer
}

/** `limit 1` keeps the planner from reading all keys and all tenants once instead of looking up a few. */
export function findOwners(auth: Reader, digests: readonly Buffer[]): Promise<OwnerRow[]> {
  return auth.rows<OwnerRow>(sql`
    select k.* from unnest(${digests}::bytea[]) as wanted (digest) cross join lateral (
      select k.tenant_id, t.slug, t.status, k.id as key_id, k.digest
      from api_keys k join tenants t on t.tenant_id = k.tenant_id
      where k.digest = wanted.digest and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
      limit 1) k`)
}

export type TenantRow = { tenant_id: string; slug: string; status: OwnerRow['status'] }

export async function findTenantBySlug(auth: Reader, slug: string): Promise<TenantRow | undefined> {
  const [row] = await auth.rows<TenantRow>(sql`
    select tenant_id, slug, status from tenants where slug = ${slug}`)
  return row
}

export async function insertKey(
  tx: Tx,
  key: { id: string; digest: Buffer; hint: string },
): Promise<void> {
  await tx.rows(sql`
    insert into api_keys (tenant_id, id, digest, hint)
    values (${tx.tenantId}, ${key.id}, ${key.digest}, ${key.hint})`)
}

export type KeyRow = { id: string; hint: string; created_at: Date; expires_at: Date | null }

export function listLiveKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.rows<KeyRow>(sql`
    select id, hint, created_at, expires_at from api_keys
    where ${tx.mine()} and revoked_at is null and (expires_at is null or expires_at > now())
    order by created_at desc, id desc`)
}

/** Two rotations at once would each keep the other's key; the second waits here for the first. */
export async function lockTenant(tx: Tx): Promise<void> {
  await tx.rows(sql`select from tenants where ${tx.mine()} for no key update`)
}

/** Lets the keys live on for the overlap, or ends them now. */
export async function expireKeys(tx: Tx, ids: readonly string[], overlapMs: number): Promise<void> {
  await tx.rows(sql`
    update api_keys set
      expires_at = least(coalesce(expires_at, 'infinity'), now() + ${overlapMs} * interval '1 ms'),
      revoked_at = case when ${overlapMs} = 0 then now() else revoked_at end
    where ${tx.mine()} and id = any(${ids}::uuid[])`)
}
