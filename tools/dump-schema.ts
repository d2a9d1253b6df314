// Writes the schema that the migrations lead to, as one file that is read in review and compared by a test.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '../server/src/db/migrate.ts'
import { startCluster } from '../tests/harness/cluster.ts'
import { emptyDatabase } from '../tests/harness/database.ts'
import { owner } from '../tests/harness/database-owner.ts'

export const SCHEMA_FILE = join(import.meta.dirname, '../server/src/db/schema.sql')

/** Each version prints a little differently; the oldest supported one is the reference. */
export const SCHEMA_VERSION = 15

const HEADER = `-- The schema that the migrations lead to, for reading and for review. Written by \`npm run gen -- --schema\`; change a
-- migration, never this file. Weekly partitions depend on the date and are left out.
`

/** Name of a weekly partition in a pattern of pg_dump: its first day ends it. */
const WEEKLY = '*_[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'

/** On a PostgreSQL of its own, with the default role names, which belong to a whole server. */
export async function renderSchema(): Promise<string> {
  const cluster = await startCluster({ version: SCHEMA_VERSION, fsync: false, inMemory: true })
  try {
    const database = await emptyDatabase({ cluster })
    await migrate({ databaseUrl: database.url })
    const { stdout } = await promisify(execFile)(
      join(cluster.binDir, 'pg_dump'),
      ['--schema-only', `--exclude-table=${WEEKLY}`, `--dbname=${database.superuserUrl}`],
      { env: { LC_ALL: 'C.UTF-8' }, maxBuffer: 16 * 2 ** 20 },
    )
    return normalizeDump(stdout)
  } finally {
    await cluster.stop()
  }
}

/** Keeps the statements that make the schema, and of the owners those that are not simply the one who migrated. */
export function normalizeDump(dump: string): string {
  const dropped = [
    /^--/,
    /^\\/,
    /^SET /,
    /^SELECT pg_catalog\.set_config\(/,
    new RegExp(`OWNER TO ${owner};$`),
  ]
  const lines = dump
    .split('\n')
    .filter((line) => !dropped.some((pattern) => pattern.test(line)))
    .map((line) => line.replaceAll(owner, '{{owner}}').trimEnd())
  return `${HEADER}\n${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

export async function dumpSchema(): Promise<void> {
  writeFileSync(SCHEMA_FILE, await renderSchema())
}

if (import.meta.main) await dumpSchema()
