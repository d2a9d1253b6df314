// Ready means: this process takes requests, the database takes writes, and its schema is ours.
import type { Database } from '#db/database.ts'
import { type AppliedMigration, compareSchema, listApplied } from '#db/schema-version.ts'
import { raw, sql } from '#db/sql.ts'

export async function readSchemaState(db: Database) {
  return compareSchema(
    await listApplied((text) => db.owner.rows<AppliedMigration>(sql`${raw(text)}`)),
  )
}

export function readiness(db: Database): { isReady: () => Promise<boolean>; stop: () => void } {
  let stopping = false
  return {
    stop: () => {
      stopping = true
    },
    isReady: async () => {
      if (stopping) return false
      const [state] = await db.owner.rows<{ writable: boolean }>(
        sql`select not pg_is_in_recovery() as writable`,
      )
      return state?.writable === true && (await readSchemaState(db)).state === 'current'
    },
  }
}
