// Readiness: the process accepts requests, the database is writable, and its schema is supported.
import { type Database, PROBE_TIMEOUT_MS } from '#db/database.ts'
import { within } from '#db/liveness/within.ts'
import type { Reader } from '#db/reader.ts'
import { roleNames } from '#db/roles.ts'
import {
  type AppliedMigration,
  compareSchema,
  explainSchema,
  isServable,
  listApplied,
} from '#db/schema-version.ts'
import { raw, sql } from '#db/sql.ts'
import { SchemaBehind, SchemaRefused } from '#db/upgrade/schema-refused.ts'

/** The result is cached for a second, so that frequent probes cost the database nothing. */
const CACHE_MS = 1_000

export async function readSchemaState(owner: Reader) {
  return compareSchema(await listApplied((text) => owner.rows<AppliedMigration>(sql`${raw(text)}`)))
}

/** Throws an error with what the operator must do before this program can use the database. */
export async function refuseUnfitSchema(db: Database, rolePrefix: string): Promise<void> {
  const schema = await readSchemaState(db.owner)
  const refusal = explainSchema(schema)
  if (refusal) throw new (schema.state === 'pending' ? SchemaBehind : SchemaRefused)(refusal)
  const { app, auth } = roleNames(rolePrefix)
  const [row] = await db.owner.rows<{ missing: string[] }>(sql`
    select array(select unnest(${[app, auth]}::text[]) except select rolname::text from pg_roles) as missing`)
  if (row && row.missing.length > 0) {
    throw new SchemaRefused(
      `Missing database roles: ${row.missing.toSorted().join(', ')}. Set SERVICE_ACP_DB_ROLE_PREFIX to the value it had when task-service migrate ran.`,
    )
  }
}

export function readiness(db: Database): { isReady: () => Promise<boolean>; stop: () => void } {
  let stopping = false
  let result: Promise<boolean> = Promise.resolve(false)
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    stop: () => {
      stopping = true
    },
    isReady: async () => {
      // Checked before and after: a cached result must not hide that the process is shutting down.
      if (stopping) return false
      const now = performance.now()
      if (now - checkedAt > CACHE_MS) {
        checkedAt = now
        // Platforms time out probes after a second or a few; without a result by then it is not ready.
        result = within(PROBE_TIMEOUT_MS, isUsable(db.probe)).catch(() => false)
      }
      return (await result) && !stopping
    },
  }
}

/**
 * On a newer schema, too, if it works with this program. Otherwise the first step of an upgrade would take every process out
 * of service before one of the new release has started.
 */
async function isUsable(probe: Reader): Promise<boolean> {
  const [state] = await probe.rows<{ writable: boolean }>(
    sql`select not pg_is_in_recovery() as writable`,
  )
  return state?.writable === true && isServable(await readSchemaState(probe))
}
