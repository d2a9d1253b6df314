// What an upgrade will do to a database: pending migrations with their locks, who keeps serving, and where one can go back to.
import type { Client } from 'pg'
import { withClient } from '../operate/with-client.ts'
import {
  type AppliedMigration,
  compareSchema,
  explainSchema,
  listApplied,
  listMigrations,
  type Migration,
} from '../schema-version.ts'
import { formatLevel, readHeader } from './migration-header.ts'
import { SchemaRefused } from './schema-refused.ts'

export type PlannedMigration = {
  name: string
  works_with: number
  in_transaction: boolean
  locks: readonly string[]
  rewrites: readonly string[]
  scans: readonly string[]
  /** Of a file that is older than the declarations: its own words. */
  notes: string | null
}

export type UpgradePlan = {
  database_level: number
  program_level: number
  pending: PlannedMigration[]
  /** Processes of this level or a later one serve on the new schema, and can be started on it again. */
  works_with: number
  /** Whether those that serve on the present schema continue; null if a file does not say. */
  keeps_serving: boolean | null
  /** Bytes of the tables that are locked, rewritten or read. */
  sizes: Record<string, number>
  /** Open for seconds; each may hold locks that the migrations need. */
  open_transactions: OpenTransaction[]
}

export type OpenTransaction = { pid: number; application: string; seconds: number }

const LONG_OPEN_SECONDS = 2

export function planUpgrade(options: {
  databaseUrl: string
  migrations?: readonly Migration[]
}): Promise<UpgradePlan> {
  return withClient({ ...options, name: 'migrate --plan' }, async (client) => {
    const known = options.migrations ?? listMigrations()
    const applied = await listApplied(
      async (text) => (await client.query<AppliedMigration>(text)).rows,
    )
    const schema = compareSchema(applied, known)
    const refusal = schema.state === 'pending' ? undefined : explainSchema(schema)
    if (refusal !== undefined) throw new SchemaRefused(refusal)
    const level = applied.at(-1)?.version ?? 0
    const pending = known.filter(({ version }) => version > level).map(describeMigration)
    // Those that a later program has applied hold for this one, too.
    const later = applied.filter(({ version }) => version > known.length)
    const worksWith = Math.max(
      1,
      ...pending.map(({ works_with }) => works_with),
      ...later.map((row) => row.works_with ?? row.version),
    )
    return {
      database_level: level,
      program_level: known.length,
      pending,
      works_with: worksWith,
      keeps_serving:
        level >= worksWith || (pending.some(({ notes }) => notes !== null) ? null : false),
      sizes: await readSizes(client, listTables(pending)),
      open_transactions: await listOpenTransactions(client),
    }
  })
}

function describeMigration({ name, text, version }: Migration): PlannedMigration {
  const { worksWith, inTransaction, locks, rewrites, scans, isDeclared } = readHeader(text, version)
  const notes = isDeclared ? null : (readNotes(text) ?? 'not stated')
  return {
    name,
    works_with: worksWith,
    in_transaction: inTransaction,
    locks,
    rewrites,
    scans,
    notes,
  }
}

/** The paragraph about locks, which every file has had from the beginning. */
function readNotes(text: string): string | null {
  const [, notes] = /^-- Locks: ((?:.*\n(?:-- \S.*\n)*))/m.exec(text) ?? []
  return notes === undefined ? null : notes.replaceAll(/\n-- /g, ' ').trim()
}

function listTables(pending: readonly PlannedMigration[]): string[] {
  const locked = pending.flatMap(({ locks }) => locks.map((lock) => lock.replace(/^.* on /, '')))
  return [
    ...new Set([...locked, ...pending.flatMap(({ rewrites, scans }) => [...rewrites, ...scans])]),
  ]
}

async function readSizes(client: Client, tables: string[]): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select name, coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(to_regclass(name))),
       pg_total_relation_size(to_regclass(name)))::float8 as bytes
     from unnest($1::text[]) as name where to_regclass(name) is not null`,
    [tables],
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

/** Those of other users only with pg_read_all_stats: PostgreSQL hides since when they are open. */
async function listOpenTransactions(client: Client): Promise<OpenTransaction[]> {
  const { rows } = await client.query<OpenTransaction>(
    `select pid, coalesce(nullif(application_name, ''), backend_type) as application,
       round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and clock_timestamp() - xact_start > $1 * interval '1 second'
     order by xact_start`,
    [LONG_OPEN_SECONDS],
  )
  return rows
}

export function explainPlan(plan: UpgradePlan): string[] {
  const [database, program] = [plan.database_level, plan.program_level].map(formatLevel)
  if (plan.pending.length === 0) return [`The schema is up to date (level ${database}).`]
  const count =
    plan.pending.length === 1 ? '1 migration is' : `${plan.pending.length} migrations are`
  return [
    `The database has level ${database}, this program ${program}; ${count} pending:`,
    ...plan.pending.flatMap((migration) => explainMigration(migration, plan.sizes)),
    ...explainCompatibility(plan),
    ...plan.open_transactions.map(
      ({ pid, application, seconds }) =>
        `Process ${pid} (application "${application}") has had a transaction open for ${seconds} s. Migrations wait for its locks.`,
    ),
  ]
}

/** One sentence for `doctor`, which names the command that shows the rest. */
export function explainCompatibility({
  works_with,
  database_level,
  keeps_serving,
}: UpgradePlan): string[] {
  const level = formatLevel(works_with)
  if (database_level === 0) return []
  return [
    SERVING[String(keeps_serving) as keyof typeof SERVING].replaceAll('LEVEL', level), // one of its keys
    `You can return to any version of level ${level} or later without restoring a backup.`,
  ]
}

const SERVING = {
  true: 'Running processes keep serving: the new schema works with programs of level LEVEL or later.',
  false:
    'Running processes older than level LEVEL stop serving when the migrations are applied: upgrade with downtime.',
  null: 'Processes of the previous release keep serving, but only those of level LEVEL or later can be started on the new schema: the migrations do not say more.',
} as const

function explainMigration(
  { name, notes, locks, rewrites, scans, in_transaction }: PlannedMigration,
  sizes: Record<string, number>,
): string[] {
  const sized = (table: string) =>
    table in sizes ? `${table} (${formatBytes(sizes[table] ?? 0)})` : table
  const list = (tables: readonly string[]) => tables.map(sized).join(', ') || 'nothing'
  if (notes !== null) return [`  ${name}`, `    locks: ${notes}`]
  if (!in_transaction)
    return [`  ${name}`, '    builds or drops an index; reads and writes continue']
  const lockTexts = locks.map((lock) => lock.replace(/[\w.]+$/, sized))
  return [
    `  ${name}`,
    `    locks: ${lockTexts.join(', ') || 'nothing that requests wait for'}`,
    ...(rewrites.length > 0 ? [`    rewrites: ${list(rewrites)}`] : []),
    ...(scans.length > 0 ? [`    reads completely: ${list(scans)}`] : []),
  ]
}

const MIB = 2 ** 20

function formatBytes(bytes: number): string {
  return bytes < MIB ? 'less than 1 MiB' : `${Math.round(bytes / MIB).toLocaleString('en')} MiB`
}
