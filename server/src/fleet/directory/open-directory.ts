// One connection to the directory, for one command. Statements run one after the other.
import { withClient } from '#db/operate/with-client.ts'
import type { Reader } from '#db/reader.ts'
import { type Sql, sql } from '#db/sql.ts'
import { SchemaRefused } from '#db/upgrade/schema-refused.ts'
import { codeOf, UNDEFINED_TABLE } from '#lib/database-failure.ts'
import { listDirectoryMigrations } from './migrate-directory.ts'

export type Directory = Reader & {
  /** Commits what `work` does, or nothing. */
  change<T>(work: () => Promise<T>): Promise<T>
  /** Reads everything in `work` from one snapshot. */
  snapshot<T>(work: () => Promise<T>): Promise<T>
  /** Calls back at each change of a host, as long as the connection lives. */
  listen(notice: () => void): Promise<void>
}

const CHANNEL = 'task_service_directory'

export function withDirectory<T>(
  databaseUrl: string,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  return withClient({ databaseUrl, name: 'directory' }, async (client) => {
    const rows = async <Row>({ text, values }: Sql): Promise<Row[]> =>
      (await client.query(text, values)).rows as Row[] // the statement decides its columns
    const within = async <R>(opening: string, inside: () => Promise<R>): Promise<R> => {
      await client.query(opening)
      try {
        const result = await inside()
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => undefined) // the first error says more
        throw error
      }
    }
    await refuseOtherLevel({ rows })
    return work({
      rows,
      change: (inside) => within('begin', inside),
      snapshot: (inside) => within('begin isolation level repeatable read read only', inside),
      async listen(notice) {
        client.on('notification', notice)
        await client.query(`listen ${CHANNEL}`)
      },
    })
  })
}

async function refuseOtherLevel(reader: Reader): Promise<void> {
  const known = listDirectoryMigrations()
  const applied = await listApplied(reader)
  const missing = known.filter((name) => !applied.includes(name))
  if (missing.length > 0) {
    throw new SchemaRefused(
      `The directory is behind this program (missing: ${missing.join(', ')}). Run: task-service directory migrate`,
    )
  }
}

async function listApplied(reader: Reader): Promise<string[]> {
  try {
    const rows = await reader.rows<{ name: string }>(sql`select name from directory.migrations`)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

/** Inside `change`: the revision of this transaction, after which those that listen look for changes. */
export async function raiseRevision(directory: Reader): Promise<string> {
  const [row] = await directory.rows<{ revision: string }>(sql`
    with raised as (update directory.fleet set revision = revision + 1 returning revision)
    select revision, pg_notify(${CHANNEL}, revision::text) from raised`)
  if (!row) throw new Error('the row of directory.fleet is missing')
  return row.revision
}

/** As text: PostgreSQL's bigint exceeds what a number holds. */
export async function readRevision(directory: Reader): Promise<string> {
  const [row] = await directory.rows<{ revision: string }>(
    sql`select revision from directory.fleet`,
  )
  return row?.revision ?? '0'
}
