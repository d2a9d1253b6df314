// What a migration does to tables that exist: applies it in a transaction, reads locks, rewrites and scans, and rolls back.
import type { Client } from 'pg'
import { fillRoleNames } from '../../../server/src/db/roles.ts'

export type Effects = {
  /** Such as `ACCESS EXCLUSIVE on tasks`; only locks that make reads or writes wait. */
  locks: string[]
  rewrites: string[]
  /** Tables that are read completely while they are locked. */
  scans: string[]
}

type Table = { oid: number; name: string; node: number | null; scans: number }

/** From weak to strong. */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

export async function measureEffects(
  client: Client,
  text: string,
  rolePrefix = 'task_service',
): Promise<Effects> {
  await client.query('begin')
  try {
    const before = await listTables(client)
    await client.query(fillRoleNames(text, rolePrefix))
    const after = new Map((await listTables(client)).map((table) => [table.oid, table]))
    const locked = await listLocks(client, before)
    const hit = (is: (old: Table, now: Table) => boolean) =>
      unique(
        before.flatMap((old) => {
          const now = after.get(old.oid)
          return now && is(old, now) ? old.name : []
        }),
      )
    return {
      locks: [...locked].map(([name, mode]) => `${describeMode(mode)} on ${name}`).toSorted(),
      rewrites: hit((old, now) => old.node !== now.node),
      scans: hit((old, now) => now.scans > old.scans && locked.has(old.name)),
    }
  } finally {
    await client.query('rollback')
  }
}

/** Partitions count as their table. */
async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::int, coalesce(pg_partition_root(c.oid)::oid, c.oid)::regclass::text as name,
       pg_relation_filenode(c.oid)::int as node, pg_stat_get_xact_numscans(c.oid)::int as scans
     from pg_class c where c.relkind in ('r', 'p')
       and c.relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)`,
  )
  return rows
}

async function listLocks(client: Client, tables: readonly Table[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ oid: number; mode: string }>(
    `select relation::int as oid, mode from pg_locks
     where pid = pg_backend_pid() and locktype = 'relation' and mode = any($1)`,
    [BLOCKING],
  )
  const names = new Map(tables.map(({ oid, name }) => [oid, name]))
  const strongest = new Map<string, string>()
  for (const { oid, mode } of rows) {
    const name = names.get(oid)
    if (name === undefined) continue
    const known = strongest.get(name)
    if (!known || BLOCKING.indexOf(mode) > BLOCKING.indexOf(known)) strongest.set(name, mode)
  }
  return strongest
}

function describeMode(mode: string): string {
  return mode
    .replace('Lock', '')
    .replaceAll(/(?!^)([A-Z])/g, ' $1')
    .toUpperCase()
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted()
}
