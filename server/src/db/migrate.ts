// Brings a database to this program's schema: one process migrates, the others wait and find it done.
import type { Client } from 'pg'
import { isNumberedElsewhere, renumberLog } from './operate/renumber-log.ts'
import { withClient } from './operate/with-client.ts'
import { roleNames } from './roles.ts'
import {
  type AppliedMigration,
  compareSchema,
  explainSchema,
  listApplied,
  listMigrations,
  type Migration,
} from './schema-version.ts'
import { applyMigration, prepareSchema } from './upgrade/apply-migration.ts'
import { type Attempts, LOCK_WAIT_MS } from './upgrade/attempts.ts'
import { createRoles } from './upgrade/create-roles.ts'
import { formatLevel } from './upgrade/migration-header.ts'
import { SchemaBehind, SchemaRefused } from './upgrade/schema-refused.ts'

export type MigrateOptions = {
  databaseUrl: string
  rolePrefix?: string
  log?: (message: string) => void
  /** How long to wait for another process that is migrating. */
  waitMs?: number
  /** How long each migration tries to get its locks. */
  lockWaitMs?: number
  /** Those of this program, unless a test passes others. */
  migrations?: readonly Migration[]
}

/** What is done once the lock is held. */
export type ApplyOptions = Omit<MigrateOptions, 'waitMs'>

/** Any constant does, as long as nothing else in this database uses it. */
export const MIGRATION_LOCK = 7_264_001
const DEFAULT_PREFIX = 'task_service'
/** Beyond the time in which the other process tries to get its locks. */
const OTHER_PROCESS_MS = 120_000

export function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const prefix = options.rolePrefix ?? DEFAULT_PREFIX
  return withClient({ ...options, name: 'migrate' }, async (client) => {
    const isDone = async () =>
      (await isCurrent(client, options)) && !(await isNumberedElsewhere(client, prefix))
    if (await isDone()) return { applied: [] }
    await waitForLock(client, options)
    if (await isDone()) return { applied: [] }
    const applied = await applyPending(client, options)
    await renumberRestoredLog(client, prefix, options)
    return { applied }
  })
}

async function renumberRestoredLog(
  client: Client,
  prefix: string,
  options: ApplyOptions,
): Promise<void> {
  if (!(await isNumberedElsewhere(client, prefix))) return
  options.log?.('the event log was restored from another server; renumbering its events')
  options.log?.(`renumbered ${await renumberLog(client)} events`)
}

/** Throws when `migrate` has to run first; it detects the restored log automatically. */
export function refuseForeignLog(options: {
  databaseUrl: string
  rolePrefix: string
}): Promise<void> {
  return withClient({ ...options, name: 'start' }, async (client) => {
    if (!(await isNumberedElsewhere(client, options.rolePrefix))) return
    throw new SchemaBehind(
      'The event log was restored from another server and must be renumbered. Run: task-service migrate',
    )
  })
}

/** A dump refers to the roles but does not contain them: roles belong to the server, which may be another one. */
export function makeRoles(options: { databaseUrl: string; rolePrefix: string }): Promise<string[]> {
  return withClient({ ...options, name: 'migrate' }, async (client) => {
    await createRoles(client, options.rolePrefix)
    return Object.values(roleNames(options.rolePrefix))
  })
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  return listApplied(async (text) => (await client.query<AppliedMigration>(text)).rows)
}

async function isCurrent(client: Client, { migrations, log }: MigrateOptions): Promise<boolean> {
  const schema = compareSchema(await readApplied(client), migrations)
  if (schema.state === 'pending') return false
  const refusal = explainSchema(schema)
  if (refusal !== undefined) throw new SchemaRefused(refusal)
  if (schema.state === 'newer') {
    log?.(
      `the schema has level ${formatLevel(schema.level)}, which works with this program (level ${formatLevel(schema.programLevel)})`,
    )
  }
  return true
}

async function waitForLock(client: Client, options: MigrateOptions): Promise<void> {
  const waitMs = options.waitMs ?? (options.lockWaitMs ?? LOCK_WAIT_MS) + OTHER_PROCESS_MS
  const deadline = Date.now() + waitMs
  for (let announced = false; ; announced = true) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [MIGRATION_LOCK],
    )
    if (rows[0]?.locked) return
    if (Date.now() > deadline) {
      throw new SchemaRefused(
        "Timed out waiting for another process that is migrating. To find it: select * from pg_stat_activity where application_name = 'task-service migrate'",
      )
    }
    if (!announced) options.log?.('waiting for another process to finish migrating')
    await pause(100 + Math.random() * 100)
  }
}

/** The caller holds the lock: two processes that do this at the same time conflict. */
export async function applyPending(client: Client, options: ApplyOptions): Promise<string[]> {
  const rolePrefix = options.rolePrefix ?? DEFAULT_PREFIX
  const log = options.log ?? (() => undefined)
  const attempts: Attempts = {
    client,
    databaseUrl: options.databaseUrl,
    rolePrefix,
    lockWaitMs: options.lockWaitMs ?? LOCK_WAIT_MS,
    log,
  }
  await prepareSession(client)
  await createRoles(client, rolePrefix)
  await prepareSchema(attempts)
  const known = options.migrations ?? listMigrations()
  const pending = known.slice((await readApplied(client)).length)
  for (const migration of pending) {
    await applyMigration(attempts, migration)
    log(`applied ${migration.name}`)
  }
  return pending.map(({ name }) => name)
}

/**
 * Otherwise PostgreSQL notices a lost client only after a long statement, and holds the lock until then. Not every platform
 * supports the first setting. The second may be set for the user or the database, and would end the build of an index.
 */
async function prepareSession(client: Client): Promise<void> {
  await client.query(`set client_connection_check_interval = '2s'`).catch(() => undefined)
  await client.query('set statement_timeout = 0')
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}
