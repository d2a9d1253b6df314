// SQL of agent tokens: digests only. Looking a token up comes before there is a tenant, so it reads as the auth role.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { CredentialRow, Found } from '#domains/keys/index.ts'

export type TokenOwnerRow = CredentialRow & {
  token_id: string
  agent_id: string
  name: string
  reads_beyond_claim: boolean
}

/** A row for each digest, in any order. `limit 1` keeps the planner from reading whole tables to look up a few rows. */
export function findTokenOwners(
  auth: Reader,
  digests: readonly Buffer[],
): Promise<Found<TokenOwnerRow>[]> {
  return auth.rows<Found<TokenOwnerRow>>(sql`
    select i.access_changes as version, wanted.place::int - 1 as place, t.*
    from instance i
    cross join unnest(${digests}::bytea[]) with ordinality as wanted (digest, place)
    left join lateral (
      select k.tenant_id, t.slug, t.status, k.id as token_id, k.digest, a.id as agent_id, a.name, a.reads_beyond_claim,
        (extract(epoch from k.expires_at - now()) * 1000)::float8 as ms_left
      from agent_tokens k
      join agents a on a.tenant_id = k.tenant_id and a.id = k.agent_id
      join tenants t on t.tenant_id = k.tenant_id
      where k.digest = wanted.digest and k.revoked_at is null and k.expires_at > now()
      limit 1) t on true`)
}

export type TokenRow = {
  id: string
  hint: string
  created_by: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

const columns = sql`id, hint, created_by, created_at, expires_at, last_used_at`

export function listValidTokens(tx: Tx, agentId: string): Promise<TokenRow[]> {
  return tx.rows<TokenRow>(sql`
    select ${columns} from agent_tokens
    where ${tx.mine()} and agent_id = ${agentId} and revoked_at is null and expires_at > now()
    order by id`)
}

export async function insertToken(
  tx: Tx,
  agentId: string,
  { digest, ...row }: TokenRow & { digest: Buffer },
): Promise<void> {
  await tx.rows(sql`
    insert into agent_tokens (tenant_id, agent_id, digest, ${columns})
    values (${tx.tenantId}, ${agentId}, ${digest}, ${row.id}, ${row.hint}, ${row.created_by}, ${row.created_at},
      ${row.expires_at}, ${row.last_used_at})`)
}

/** Whether there was a valid one to revoke. */
export async function revokeToken(tx: Tx, agentId: string, id: string): Promise<boolean> {
  const row = await tx.row<{ id: string }>(sql`
    update agent_tokens set revoked_at = now()
    where ${tx.mine()} and id = ${id} and agent_id = ${agentId} and revoked_at is null and expires_at > now()
    returning id`)
  return row !== undefined
}

/** Those that have long been invalid, so that an agent does not collect tokens forever. */
export async function deleteOldTokens(tx: Tx, agentId: string, days: number): Promise<void> {
  await tx.rows(sql`
    delete from agent_tokens
    where ${tx.mine()} and agent_id = ${agentId}
      and least(coalesce(revoked_at, expires_at), expires_at) < now() - ${days}::int * interval '1 day'`)
}

/** Nothing is written while what is known is nearly as new, so that several processes do not write the same again. */
export async function noteTokenUse(
  tx: Tx,
  use: { id: string; at: Date },
  leastMs: number,
): Promise<void> {
  const earlier = new Date(use.at.getTime() - leastMs)
  await tx.rows(sql`
    update agent_tokens set last_used_at = ${use.at}
    where ${tx.mine()} and id = ${use.id} and (last_used_at is null or last_used_at < ${earlier})`)
}
