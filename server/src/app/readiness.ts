// Ready means: this process takes requests, the database takes writes, and its schema is ours.
import { type Database, PROBE_TIMEOUT_MS } from '#db/database.ts'
import { SchemaBehind, SchemaRefused } from '#db/migrate.ts'
import type { Reader } from '#db/reader.ts'
import { roleNames } from '#db/roles.ts'
import {
  type AppliedMigration,
  compareSchema,
  explainSchema,
  listApplied,
  type SchemaState,
} from '#db/schema-version.ts'
import { raw, sql } from '#db/sql.ts'
import { within } from '#db/tenant-tx.ts'

/** The answer is shared for a second, so that asking often costs the database nothing. */
const SHARED_MS = 1_000

export async function readSchemaState(owner: Reader) {
  return compareSchema(await listApplied((text) => owner.rows<AppliedMigration>(sql`${raw(text)}`)))
}

/** Throws what the operator must do before this program can work on this database. */
export async function refuseUnfitSchema(db: Database, rolePrefix: string): Promise<void> {
  const schema = await readSchemaState(db.owner)
  const refusal = explainSchema(schema)
  if (refusal) throw new (schema.state === 'pending' ? SchemaBehind : SchemaRefused)(refusal)
  const { app, auth } = roleNames(rolePrefix)
  const [row] = await db.owner.rows<{ missing: string[] }>(sql`
    select array(select unnest(${[app, auth]}::text[]) except select rolname::text from pg_roles) as missing`)
  if (row && row.missing.length > 0) {
    throw new SchemaRefused(
      `This server has no role ${row.missing.toSorted().join(' and ')}. Set SERVICE_ACP_DB_ROLE_PREFIX to what it was when task-service migrate ran.`,
    )
  }
}

export function readiness(db: Database): { isReady: () => Promise<boolean>; stop: () => void } {
  let stopping = false
  let answer: Promise<boolean> = Promise.resolve(false)
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    stop: () => {
      stopping = true
    },
    isReady: async () => {
      // Looked at first and after: a shared answer must not hide that the process is going.
      if (stopping) return false
      const now = performance.now()
      if (now - askedAt > SHARED_MS) {
        askedAt = now
        // A platform gives a probe a second or a few; without an answer by then it is not ready.
        answer = within(PROBE_TIMEOUT_MS, askDatabase(db.probe)).catch(() => false)
      }
      return (await answer) && !stopping
    },
  }
}

/**
 * Newer too: each migration lets the release before it go on. Otherwise the first step of an upgrade would take every
 * process out of service before one of the new release is there.
 */
const SERVED: readonly SchemaState['state'][] = ['current', 'newer']

async function askDatabase(probe: Reader): Promise<boolean> {
  const [state] = await probe.rows<{ writable: boolean }>(
    sql`select not pg_is_in_recovery() as writable`,
  )
  return state?.writable === true && SERVED.includes((await readSchemaState(probe)).state)
}
