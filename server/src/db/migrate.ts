// Brings a database to this program's schema: one process migrates, the others wait and find it done.
import type { Client } from 'pg'
import { codeOf, LOCK_NOT_AVAILABLE } from '#lib/database-failure.ts'
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

export type MigrateOptions = {
  databaseUrl: string
  rolePrefix?: string
  log?: (message: string) => void
  /** How long to wait for another process that is migrating. */
  waitMs?: number
  /** Those of this program, unless a test passes others. */
  migrations?: readonly Migration[]
}

/** What is done once the lock is held. */
export type ApplyOptions = Pick<MigrateOptions, 'rolePrefix' | 'log' | 'migrations'>

/** Any constant does, as long as nothing else in this database uses it. */
export const MIGRATION_LOCK = 7_264_001
const LOCK_ATTEMPTS = 40
const DEFAULT_PREFIX = 'task_service'

export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused'
}

/** The only schema error that another process may be about to fix. */
export class SchemaBehind extends SchemaRefused {}

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

async function isCurrent(client: Client, { migrations }: MigrateOptions): Promise<boolean> {
  const schema = compareSchema(await readApplied(client), migrations)
  if (schema.state === 'current') return true
  if (schema.state === 'pending') return false
  throw new SchemaRefused(explainSchema(schema))
}

async function waitForLock(client: Client, options: MigrateOptions): Promise<void> {
  const deadline = Date.now() + (options.waitMs ?? 120_000)
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
  const prefix = options.rolePrefix ?? DEFAULT_PREFIX
  await noticeLostClient(client)
  await createRoles(client, prefix)
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const known = options.migrations ?? listMigrations()
  const pending = known.slice((await readApplied(client)).length)
  for (const migration of pending) {
    await applyWithRetries(client, migration, prefix)
    options.log?.(`applied ${migration.name}`)
  }
  return pending.map(({ name }) => name)
}

/**
 * Otherwise PostgreSQL notices a lost client only after a long statement, and holds the lock until then. Not every platform
 * supports this setting.
 */
async function noticeLostClient(client: Client): Promise<void> {
  await client.query(`set client_connection_check_interval = '2s'`).catch(() => undefined)
}

/**
 * A statement that waits for a lock blocks all statements behind it, so it times out after half a second and is retried.
 */
async function applyWithRetries(
  client: Client,
  migration: Migration,
  prefix: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration, prefix)
      return
    } catch (error) {
      // On a broken connection there is nothing to roll back, and the first error is the useful one.
      await client.query('rollback').catch(() => undefined)
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) throw error
      await pause(200 + Math.random() * 800)
    }
  }
}

async function applyOnce(client: Client, migration: Migration, prefix: string): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '500ms'`)
  await client.query(fillRoleNames(migration.text, prefix))
  await client.query(
    'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
    [migration.version, migration.name, migration.checksum],
  )
  await client.query('commit')
}

export function fillRoleNames(text: string, prefix: string): string {
  const roles = roleNames(prefix)
  return text.replaceAll(
    /\{\{(app|auth|feed|search|purge|group)\}\}/g,
    (_, role: keyof typeof roles) => roles[role],
  )
}

/** Roles belong to the whole server, so another database may be creating the same ones at the same time. */
async function createRoles(client: Client, prefix: string): Promise<void> {
  for (const role of Object.values(roleNames(prefix))) {
    await retryRace(() =>
      client.query(`do $$ begin
        create role ${role} nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`),
    )
    await grantToOwner(client, role)
  }
}

async function grantToOwner(client: Client, role: string): Promise<void> {
  try {
    await retryRace(() => client.query(`grant ${role} to current_user`))
  } catch (cause) {
    if (codeOf(cause) !== '42501') throw cause
    throw new SchemaRefused(
      `The role ${role} exists and belongs to another user. Grant it to this user, or set SERVICE_ACP_DB_ROLE_PREFIX to another prefix.`,
      { cause },
    )
  }
}

/**
 * Two sessions that change the same role at once: "tuple concurrently updated" (XX000), the same grant twice (23505),
 * or a role another session has just created whose grants are not visible yet (42501).
 */
const LOST_RACES = ['XX000', '40001', '40P01', '23505', '42501']
const RACE_ATTEMPTS = 10

async function retryRace(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (!LOST_RACES.includes(codeOf(error)) || attempt === RACE_ATTEMPTS) throw error
      await pause(20 + Math.random() * 50)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}
