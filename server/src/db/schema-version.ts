// Which schema this program needs and which one a database has: the server refuses to serve when they differ.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { codeOf, UNDEFINED_TABLE } from '#lib/database-failure.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

export type Migration = { version: number; name: string; text: string; checksum: string }

export function listMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file, index) => {
      const version = Number(file.slice(0, 4))
      if (version !== index + 1) throw new Error(`migration ${file} is out of sequence`)
      const text = readFileSync(new URL(file, FOLDER), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version, name: file.replace(/\.sql$/, ''), text, checksum }
    })
}

export type AppliedMigration = { version: number; name: string; checksum: string }

type Query = (text: string) => Promise<AppliedMigration[]>

export async function listApplied(query: Query): Promise<AppliedMigration[]> {
  try {
    return await query('select version, name, checksum from schema_migrations order by version')
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

export type SchemaState =
  | { state: 'current'; version: number }
  | { state: 'pending'; missing: string[] }
  | { state: 'newer'; unknown: string[] }
  | { state: 'altered'; names: string[] }

export function compareSchema(
  applied: AppliedMigration[],
  known: readonly Migration[] = listMigrations(),
): SchemaState {
  const unknown = applied.filter(({ version }) => version > known.length)
  if (unknown.length > 0) return { state: 'newer', unknown: unknown.map(({ name }) => name) }
  const altered = applied.filter((row) => known[row.version - 1]?.checksum !== row.checksum)
  if (altered.length > 0) return { state: 'altered', names: altered.map(({ name }) => name) }
  const missing = known.slice(applied.length)
  if (missing.length > 0) return { state: 'pending', missing: missing.map(({ name }) => name) }
  return { state: 'current', version: known.length }
}

/** The message for the operator; undefined when the schema is current. */
export function explainSchema(schema: SchemaState): string | undefined {
  switch (schema.state) {
    case 'current':
      return undefined
    case 'pending':
      return `The database schema is behind this program (missing: ${schema.missing.join(', ')}). Run: task-service migrate`
    case 'newer':
      return `The database schema is newer than this program (it has ${schema.unknown.join(', ')}). Run the program version that migrated it, or a later one.`
    case 'altered':
      return `Applied migrations differ from this program's files (${schema.names.join(', ')}). Run the program version that migrated it.`
  }
}
