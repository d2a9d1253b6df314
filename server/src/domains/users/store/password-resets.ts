// SQL of the links by which people choose a password: digests only, one for each user.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export async function replaceReset(
  tx: Tx,
  reset: { userId: string; digest: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into password_resets (tenant_id, user_id, digest, expires_at)
    values (${tx.tenantId}, ${reset.userId}, ${reset.digest}, ${reset.expiresAt})
    on conflict (tenant_id, user_id)
    do update set digest = excluded.digest, expires_at = excluded.expires_at`)
}

/** Whose it is, while it works. */
export async function findReset(tx: Tx, digest: Buffer): Promise<string | undefined> {
  const row = await tx.row<{ user_id: string }>(sql`
    select user_id from password_resets
    where ${tx.mine()} and digest = ${digest} and expires_at > now()`)
  return row?.user_id
}

/** Of two who use it at once, one gets it. */
export async function takeReset(tx: Tx, digest: Buffer): Promise<string | undefined> {
  const row = await tx.row<{ user_id: string }>(sql`
    delete from password_resets
    where ${tx.mine()} and digest = ${digest} and expires_at > now()
    returning user_id`)
  return row?.user_id
}

export async function deleteReset(tx: Tx, userId: string): Promise<void> {
  await tx.rows(sql`delete from password_resets where ${tx.mine()} and user_id = ${userId}`)
}
