// SQL of API keys: digests only. Looking a key up comes before there is a tenant, so it reads as the auth role.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { isUnavailable } from '#lib/database-failure.ts'

export type Instance = {
  id: string
  pepper: Buffer
  /** Another one after every restore: of a dump because its tables are new, of a server because its timeline is. */
  history: string
}

export async function readInstance(auth: Reader): Promise<Instance> {
  const [row] = await auth.rows<Omit<Instance, 'history'> & { events: number }>(
    sql`select id, pepper, 'events'::regclass::oid as events from instance`,
  )
  if (!row)
    throw new Error('the instance row is missing; restore the database or start from an empty one')
  const { events, ...instance } = row
  return { ...instance, history: `${events} ${await readServerHistory(auth)}` }
}

/** A provider may keep it to itself; then the restore of a whole server goes unnoticed here. */
async function readServerHistory(auth: Reader): Promise<string> {
  try {
    const [row] = await auth.rows<{ history: string }>(sql`
      select system_identifier || ' ' || timeline_id as history
      from pg_control_system(), pg_control_checkpoint()`)
    return row?.history ?? ''
  } catch (error) {
    if (isUnavailable(error)) throw error
    return ''
  }
}

/** What every kind of credential is found with. */
export type CredentialRow = {
  tenant_id: string
  slug: string
  status: 'active' | 'suspended' | 'deleting' | 'moving' | 'moved'
  digest: Buffer
}
export type OwnerRow = CredentialRow & { key_id: string }

/** How many changes of access there had been, in the very snapshot the rest was read in. */
export type AccessVersion = { version: number }
export type FoundOwner = AccessVersion &
  (
    | (OwnerRow & { place: number; ms_left: number | null })
    | { place: number; tenant_id: null; ms_left: null }
  )

export async function readAccessVersion(auth: Reader): Promise<number> {
  const [row] = await auth.rows<AccessVersion>(sql`select access_changes as version from instance`)
  return row?.version ?? Number.NaN
}

/**
 * A row for each digest, in any order. `limit 1` keeps the planner from reading all keys and all tenants once instead of
 * looking up a few.
 */
export function findOwners(auth: Reader, digests: readonly Buffer[]): Promise<FoundOwner[]> {
  return auth.rows<FoundOwner>(sql`
    select i.access_changes as version, wanted.place::int - 1 as place, k.*
    from instance i
    cross join unnest(${digests}::bytea[]) with ordinality as wanted (digest, place)
    left join lateral (
      select k.tenant_id, t.slug, t.status, k.id as key_id, k.digest,
        (extract(epoch from k.expires_at - now()) * 1000)::float8 as ms_left
      from api_keys k join tenants t on t.tenant_id = k.tenant_id
      where k.digest = wanted.digest and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
      limit 1) k on true`)
}

export type FoundTenant = AccessVersion & Pick<OwnerRow, 'tenant_id' | 'slug' | 'status'>

export async function findTenantBySlug(
  auth: Reader,
  slug: string,
): Promise<FoundTenant | undefined> {
  const [row] = await auth.rows<FoundTenant>(sql`
    select i.access_changes as version, t.tenant_id, t.slug, t.status
    from tenants t cross join instance i where t.slug = ${slug}`)
  return row
}

/** Undefined if the tenant is not being moved. */
export async function findNewCell(auth: Reader, tenantId: string): Promise<string | undefined> {
  const [row] = await auth.rows<{ cell: string }>(
    sql`select cell from tenant_fences where tenant_id = ${tenantId}`,
  )
  return row?.cell
}

export async function insertKey(
  tx: Tx,
  key: { id: string; digest: Buffer; hint: string },
): Promise<void> {
  await tx.rows(sql`
    insert into api_keys (tenant_id, id, digest, hint)
    values (${tx.tenantId}, ${key.id}, ${key.digest}, ${key.hint})`)
}

export type KeyRow = {
  id: string
  hint: string
  digest: Buffer
  created_at: Date
  expires_at: Date | null
}

export function listLiveKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.rows<KeyRow>(sql`
    select id, hint, digest, created_at, expires_at from api_keys
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

/** Nothing is written while what is known is nearly as new, so that several processes do not write the same again. */
export async function noteUse(
  tx: Tx,
  use: { fingerprint: string; at: Date },
  leastMs: number,
): Promise<void> {
  const earlier = new Date(use.at.getTime() - leastMs)
  await tx.rows(sql`
    with touched as (
      update key_uses set used_at = ${use.at}
      where ${tx.mine()} and fingerprint = ${use.fingerprint} and used_at < ${earlier})
    insert into key_uses (tenant_id, fingerprint, used_at)
    select ${tx.tenantId}, ${use.fingerprint}, ${use.at}
    where not exists (select from key_uses where ${tx.mine()} and fingerprint = ${use.fingerprint})
    on conflict do nothing`)
}

export function listUses(tx: Tx): Promise<{ fingerprint: string; used_at: Date }[]> {
  return tx.rows(sql`select fingerprint, used_at from key_uses where ${tx.mine()}`)
}
