// Service information for one tenant. Facts about the installation are passed in at startup; nothing here reads beyond
// the tenant.
import { API_VERSION, type StorageInfo, type SystemInfo } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { describeKeys, type EnvironmentKey } from '#domains/keys/index.ts'
import { describeMasterKey } from '#domains/vault/index.ts'
import { createTtlCache } from '#lib/ttl-cache.ts'
import { measureStorage, readServerVersion } from './store.ts'

/** What is the same for every tenant while the process runs. */
export type SystemFacts = Pick<
  SystemInfo,
  'version' | 'schema_version' | 'retention' | 'limits'
> & {
  startedAt: Date
  environmentKeys: readonly EnvironmentKey[]
}

const MOST_ROWS = 1_000_000

type Measured = { at: Date; storage: StorageInfo[] }

/** It need not be newer, and a reload of a page should not count a million rows. */
const cached = createTtlCache<Measured>({ minTtlMs: 30_000, maxTtlMs: 10 * 60_000 })

export async function describeSystem(ctx: Context, facts: SystemFacts): Promise<SystemInfo> {
  const { startedAt, environmentKeys, ...rest } = facts
  const { at, storage } = await cached(ctx.tenant.id, 'storage', () => measure(ctx))
  return {
    as_of: at.toISOString(),
    api_version: API_VERSION,
    ...rest,
    postgresql_version: await readServerVersion(ctx.tx),
    started_at: startedAt.toISOString(),
    keys: await describeKeys(ctx, environmentKeys),
    master_key: await describeMasterKey(ctx),
    storage,
  }
}

async function measure({ tx, now }: Context): Promise<Measured> {
  const rows = await measureStorage(tx, MOST_ROWS + 1)
  const storage = rows.map(({ kind, count, row_bytes: rowBytes }) => {
    const known = Math.min(count, MOST_ROWS)
    return {
      kind,
      rows: { count: known, is_at_least: count > MOST_ROWS },
      bytes: Math.round(known * rowBytes),
    }
  })
  return { at: now, storage }
}
