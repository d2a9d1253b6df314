// A table of secrets as a slice would have one, in a database of a test's own, used through the vault as a slice does.
import type { Keyring } from '../../../server/src/crypto/keyring.ts'
import { Secret } from '../../../server/src/crypto/secret.ts'
import type { Context } from '../../../server/src/db/context.ts'
import type { Database } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import type { Tx } from '../../../server/src/db/tenant-tx.ts'
import {
  openSecret,
  type Sealed,
  type SecretPlace,
  sealSecret,
} from '../../../server/src/domains/vault/index.ts'
import { withAdmin } from '../admin-client.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

/** `ownerUrl` is the database's owner, as for migrations. */
export async function makeDrawer(ownerUrl: string, rolePrefix = 'task_service'): Promise<void> {
  await withAdmin(ownerUrl, (owner) =>
    owner.query(`
      create table drawer (
        tenant_id uuid not null,
        id text not null,
        secret sealed_secret not null,
        primary key (tenant_id, id)
      );
      select isolate_tenant('drawer');
      grant select, insert, update, delete on drawer to ${rolePrefix}_app`),
  )
}

export function placeOf(id: string): SecretPlace {
  return { ownerKind: 'drawer', ownerId: id, field: 'secret' }
}

export async function keepSecret(ctx: VaultContext, id: string, text: string): Promise<void> {
  const sealed = await sealSecret(ctx, placeOf(id), Secret.from(text))
  await ctx.tx.rows(sql`
    insert into drawer (tenant_id, id, secret) values (${ctx.tx.tenantId}, ${id}, ${sealed})
    on conflict (tenant_id, id) do update set secret = excluded.secret`)
}

export async function findSealed(tx: Tx, id: string): Promise<Sealed> {
  const row = await tx.row<{ secret: Sealed }>(sql`
    select secret from drawer where ${tx.mine()} and id = ${id}`)
  if (!row) throw new Error(`there is no secret ${id}`)
  return row.secret
}

/** The text, or `needs_reentry`. */
export async function readSecret(ctx: VaultContext, id: string): Promise<string> {
  const secret = await openSecret(ctx, placeOf(id), await findSealed(ctx.tx, id))
  return secret === 'needs_reentry' ? secret : secret.reveal()
}

/** Seals a secret that is not stored; only the tenant's data key remains. */
export async function makeDataKey(
  { db, keyring }: { db: Database; keyring: Keyring },
  tenantId: string,
): Promise<void> {
  await db.tenantTx(tenantId, (tx) => sealSecret({ tx, keyring }, placeOf(''), Secret.from('x')))
}
