// The keys of a tenant as it may see them: enough to tell them apart and to know whether they are used, no more.
import type { ApiKeyInfo } from '@task-service/contract'
import { fingerprintOf } from '#crypto/key-digest.ts'
import type { Context } from '#db/context.ts'
import { encodeId } from '#lib/ids.ts'
import { listLiveKeys, listUses } from '../store.ts'
import { DEFAULT_TENANT } from './authenticate-key.ts'

export type EnvironmentKey = {
  variable: NonNullable<ApiKeyInfo['variable']>
  hint: string
  digest: Buffer
}

export async function describeKeys(
  ctx: Context,
  environment: readonly EnvironmentKey[],
): Promise<ApiKeyInfo[]> {
  const stored = await listLiveKeys(ctx.tx)
  const uses = new Map(
    (await listUses(ctx.tx)).map(({ fingerprint, used_at: at }) => [fingerprint, at]),
  )
  const identify = (digest: Buffer) => {
    const fingerprint = fingerprintOf(digest)
    return { fingerprint, last_used_at: uses.get(fingerprint)?.toISOString() ?? null }
  }
  const own = ctx.tenant.slug === DEFAULT_TENANT ? environment : []
  return [
    ...own.map(({ variable, hint, digest }) => ({
      id: 'environment',
      variable,
      hint,
      ...identify(digest),
      created_at: null,
      expires_at: null,
    })),
    ...stored.map((key) => ({
      id: encodeId('key', key.id),
      variable: null,
      hint: key.hint,
      ...identify(key.digest),
      created_at: key.created_at.toISOString(),
      expires_at: key.expires_at?.toISOString() ?? null,
    })),
  ]
}
