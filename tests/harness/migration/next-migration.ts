// A migration that a later release might bring, as tests need it: the real ones plus one more.
import { listMigrations, type Migration } from '../../../server/src/db/schema-version.ts'
import { formatLevel } from '../../../server/src/db/upgrade/migration-header.ts'

export const LEVEL = listMigrations().length

export type NextOptions = {
  /** The oldest level that works with it; left out, the file does not say. */
  worksWith?: number
  /** How many releases later. */
  ahead?: number
  /** Further lines of the header. */
  header?: readonly string[]
}

export function nextMigration(text: string, options: NextOptions = {}): Migration {
  const { worksWith, ahead = 1, header = [] } = options
  const version = LEVEL + ahead
  const lines = [...(worksWith ? [`Works with: ${formatLevel(worksWith)}`] : []), ...header]
  const opening = lines.map((line) => `-- ${line}\n`).join('')
  return {
    version,
    name: `${formatLevel(version)}_test`,
    text: `-- Made by a test.\n--\n${opening}\n${text}`,
    checksum: `test ${version}`,
  }
}
