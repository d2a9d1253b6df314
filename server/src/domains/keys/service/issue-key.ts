// Making and ending API keys. A tenant has at most two that live, so that an exposed one is replaced without a pause.

import { generateApiKey } from '#crypto/api-key.ts'
import { digestKey } from '#crypto/key-digest.ts'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { encodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { expireKeys, insertKey, type KeyRow, listLiveKeys, lockTenant } from '../store.ts'

/** The key itself is returned here and nowhere else. */
export async function issueKey(ctx: Context, pepper: Buffer): Promise<{ id: string; key: string }> {
  const key = generateApiKey()
  const id = uuidv7()
  await insertKey(ctx.tx, { id, digest: digestKey(pepper, key), hint: key.slice(-4) })
  await recordAudit(ctx, [{ action: 'key.created', subjectId: id }])
  return { id, key }
}

/** Ends every other key: the newest of them after the overlap, the rest at once. */
export async function retireOtherKeys(
  ctx: Context,
  keepId: string,
  overlapMs: number,
): Promise<{ overlapping: KeyRow[]; revoked: KeyRow[] }> {
  await lockTenant(ctx.tx)
  const others = (await listLiveKeys(ctx.tx)).filter((key) => key.id !== keepId)
  const overlapping = overlapMs > 0 ? others.slice(0, 1) : []
  const revoked = others.slice(overlapping.length)
  await expireKeys(ctx.tx, idsOf(overlapping), overlapMs)
  await expireKeys(ctx.tx, idsOf(revoked), 0)
  if (others.length > 0) {
    await recordAudit(
      ctx,
      others.map((key) => ({ action: 'key.retired' as const, subjectId: key.id })),
    )
  }
  return { overlapping, revoked }
}

/** Revokes a key that a command issued for itself. */
export async function retireKey(ctx: Context, keyId: string): Promise<void> {
  await expireKeys(ctx.tx, [keyId], 0)
  await recordAudit(ctx, [{ action: 'key.retired', subjectId: keyId }])
}

function idsOf(keys: readonly KeyRow[]): string[] {
  return keys.map((key) => key.id)
}

export async function listKeys(ctx: Context) {
  return (await listLiveKeys(ctx.tx)).map((key) => ({
    id: encodeId('key', key.id),
    hint: `…${key.hint}`,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
  }))
}
