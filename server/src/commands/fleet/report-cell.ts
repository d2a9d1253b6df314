// After a migration, a cell tells the directory its version and schema level. That must never make the migration fail.
import { VERSION } from '#app/version.ts'
import type { Config } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { listMigrations } from '#db/schema-version.ts'
import { readInstance } from '#domains/keys/index.ts'
import { reportCell } from '#fleet/directory/cells.ts'
import { findMembership, inDirectory } from './directory-session.ts'

export async function reportToDirectory(
  config: Pick<Config<'database'>, 'database' | 'fleet'>,
  note: (line: string) => void,
): Promise<void> {
  try {
    const member = findMembership(config)
    if (!member) return
    const db = openDatabase({ ...config.database, url: config.database.url.reveal(), poolSize: 1 })
    try {
      const { id } = await readInstance(db.auth)
      const facts = { version: VERSION, schemaLevel: listMigrations().length, instanceId: id }
      await inDirectory(member.directoryUrl, (directory) =>
        reportCell(directory, member.cell, facts),
      )
    } finally {
      await db.close()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    note(`The directory was not updated: ${reason}`)
  }
}
