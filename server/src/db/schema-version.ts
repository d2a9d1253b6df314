// Which schema this program needs, which one a database has, and whether the program can serve on it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { codeOf, UNDEFINED_TABLE } from '#lib/database-failure.ts'
import { formatLevel } from './upgrade/migration-header.ts'

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

export type AppliedMigration = {
  version: number
  name: string
  checksum: string
  /** The oldest level whose programs work with it; null if a program applied it that did not record it. */
  works_with: number | null
}

type Query = (text: string) => Promise<AppliedMigration[]>

/** As JSON, because the column is missing in databases that the previous release migrated last. */
const APPLIED = `select version, name, checksum, (to_jsonb(applied) ->> 'works_with')::int as works_with
  from schema_migrations applied order by version`

export async function listApplied(query: Query): Promise<AppliedMigration[]> {
  try {
    return await query(APPLIED)
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

/** Levels are numbers of migrations: a program has the level of the newest one that it knows. */
export type NewerSchema = { level: number; programLevel: number; worksWith: number }

export type SchemaState =
  | { state: 'current'; version: number }
  | { state: 'pending'; missing: string[] }
  /** Newer than the program, which works with it nevertheless. */
  | ({ state: 'newer' } & NewerSchema)
  | ({ state: 'incompatible' } & NewerSchema)
  | { state: 'altered'; names: string[] }

export function compareSchema(
  applied: AppliedMigration[],
  known: readonly Migration[] = listMigrations(),
): SchemaState {
  const shared = applied.filter(({ version }) => version <= known.length)
  const altered = shared.filter((row) => known[row.version - 1]?.checksum !== row.checksum)
  if (altered.length > 0) return { state: 'altered', names: altered.map(({ name }) => name) }
  const present = new Set(shared.map(({ version }) => version))
  const missing = known.filter(({ version }) => !present.has(version)).map(({ name }) => name)
  const beyond = applied.filter(({ version }) => version > known.length)
  // Migrations are applied in order, so a gap means that another line of development was applied.
  const hasGap = shared.some((row, index) => row.version !== index + 1) || beyond.length > 0
  if (missing.length > 0 && hasGap) return { state: 'altered', names: missing }
  if (beyond.length > 0) return compareNewer(beyond, known.length)
  if (missing.length > 0) return { state: 'pending', missing }
  return { state: 'current', version: known.length }
}

/** The newest migrations decide together: one that keeps columns does not bring back what an earlier one dropped. */
function compareNewer(beyond: readonly AppliedMigration[], programLevel: number): SchemaState {
  const level = Math.max(...beyond.map(({ version }) => version))
  const worksWith = Math.max(...beyond.map((row) => row.works_with ?? row.version))
  const state = programLevel >= worksWith ? 'newer' : 'incompatible'
  return { state, level, programLevel, worksWith }
}

/** A program serves on these. Both are complete: nothing that it needs is missing. */
export function isServable(schema: SchemaState): boolean {
  return schema.state === 'current' || schema.state === 'newer'
}

/** The message for the operator; undefined when the program can serve. */
export function explainSchema(schema: SchemaState): string | undefined {
  switch (schema.state) {
    case 'current':
    case 'newer':
      return undefined
    case 'pending':
      return `The database schema is behind this program (missing: ${schema.missing.join(', ')}). Run: task-service migrate`
    case 'incompatible':
      return `The database schema is newer than this program: it has level ${formatLevel(schema.level)} and works with programs of level ${formatLevel(schema.worksWith)} or later; this program has level ${formatLevel(schema.programLevel)}. Run the version of Task Service that migrated the database, or a later one.`
    case 'altered':
      return `Applied migrations differ from this program's files (${schema.names.join(', ')}). Run the program version that migrated it.`
  }
}
