// pg_dump and pg_restore as an operator calls them; which user does it is part of the claim.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { Cluster } from '../../tests/harness/cluster.ts'

const execute = promisify(execFile)

/** Programs of PostgreSQL 15; those of the distribution are the only ones available. */
export type Tools = Pick<Cluster, 'binDir'>

async function run({ binDir }: Tools, program: string, args: string[]): Promise<void> {
  await execute(join(binDir, program), args, { env: { LC_ALL: 'C.UTF-8' }, maxBuffer: 2 ** 26 })
}

export type Dump = { file: string; format: 'custom' | 'plain' }

export async function dump(
  tools: Tools,
  databaseUrl: string,
  { file, format }: Dump,
): Promise<void> {
  await run(tools, 'pg_dump', [`--format=${format}`, `--file=${file}`, `--dbname=${databaseUrl}`])
}

/** All or nothing, so that a restore that broke off cannot be taken for a whole one. */
export async function restore(tools: Tools, databaseUrl: string, from: Dump): Promise<void> {
  if (from.format === 'custom') {
    await run(tools, 'pg_restore', ['--single-transaction', `--dbname=${databaseUrl}`, from.file])
  } else {
    const strict = ['--single-transaction', '--set=ON_ERROR_STOP=1', '--quiet', '--no-psqlrc']
    await run(tools, 'psql', [...strict, `--file=${from.file}`, databaseUrl])
  }
}

/** The two functions that run as roles of their own are given to them, and a new owner needs a place to own. */
const DEFINERS = 'task_service_search, task_service_purge'

export async function restoreAsOwner(
  tools: Tools,
  database: { url: string; superuserUrl: string },
  from: Dump,
): Promise<void> {
  // The owner of the database owns its schema public too, and may grant it.
  const asOwner = (statement: string) => withAdmin(database.url, (owner) => owner.query(statement))
  await asOwner(`grant create on schema public to ${DEFINERS}`)
  await restore(tools, database.url, from)
  await asOwner(`revoke create on schema public from ${DEFINERS}`)
}
