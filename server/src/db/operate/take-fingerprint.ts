// Row count and checksum of each table. An operator compares a restored database with the one it was dumped from.
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { roleNames } from '#db/roles.ts'
import { SchemaRefused } from '#db/upgrade/schema-refused.ts'
import { codeOf } from '#lib/database-failure.ts'
import { withClient } from './with-client.ts'

export type TableFingerprint = { table: string; rows: number; digest: string }
export type Fingerprint = { tables: TableFingerprint[]; rows: number; digest: string }

type Source = { name: string; of_tenants: boolean; columns: string }
/** Sums of the halves of every row's hash: they do not depend on the order in which rows are met. */
type Sum = { name: string; rows: number | string; low: string; high: string }
type Total = { rows: number; low: bigint; high: bigint }

export type FingerprintOptions = { databaseUrl: string; rolePrefix: string }

/**
 * Reads as requests do, one tenant after the other under row-level security, because the owner of the schema cannot see
 * tenant rows. All in one snapshot, so that concurrent writes do not make it inconsistent.
 */
export function takeFingerprint(options: FingerprintOptions): Promise<Fingerprint> {
  return withClient({ ...options, name: 'fingerprint' }, async (client) => {
    await client.query(OPENING)
    return summarize(await sumAll(client, options.rolePrefix))
  })
}

/** A row is hashed as text, so everything that decides how values are written is fixed; nothing here is in a hurry. */
const OPENING = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

async function sumAll(client: Client, rolePrefix: string): Promise<Map<string, Total>> {
  const roles = roleNames(rolePrefix)
  const sources = await listSources(client)
  const totals = new Map(sources.map(({ name }) => [name, { rows: 0, low: 0n, high: 0n }]))
  const add = async (statement: string): Promise<void> => {
    const { rows } = await client.query<Sum>(statement)
    for (const { name, ...sum } of rows) {
      const total = totals.get(name)
      if (!total) continue
      total.rows += Number(sum.rows)
      total.low += BigInt(sum.low)
      total.high += BigInt(sum.high)
    }
  }
  await add(sumOf(sources.filter((source) => !source.of_tenants)))
  await takeRole(client, roles.auth)
  const { rows: tenants } = await client.query<{ id: string }>(
    'select tenant_id as id from tenants',
  )
  await takeRole(client, roles.app)
  const statement = sumOf(sources.filter((source) => source.of_tenants))
  for (const { id } of tenants) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
    await add(statement)
  }
  return totals
}

/**
 * From the catalog, so that a new table is included automatically. Rows of partitions are read through their parent. The queue
 * (schema jobs) is left out: it changes constantly, and its content is in deliveries. So are the dispatcher's
 * progress and the transaction IDs: they belong to the server, not to the data.
 */
async function listSources(client: Client): Promise<Source[]> {
  const { rows } = await client.query<Source>(`
    select c.relname as name, exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as of_tenants,
      (select string_agg(format('entry.%I', a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid <> 'xid8'::regtype) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('dispatch_backlog', 'dispatch_cursor', 'dispatch_progress', 'dispatch_ranges', 'maintenance_lease')
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`)
  if (!rows.some(({ name }) => name === 'schema_migrations')) {
    throw new SchemaRefused(
      'This database has no Task Service schema. Check DATABASE_URL. To create the schema in an empty database, run: task-service migrate',
    )
  }
  return rows
}

/** sha256, unlike the hashes of indexes, is the same in every version of PostgreSQL and on every machine. */
function sumOf(sources: readonly Source[]): string {
  return sources
    .map(
      ({ name, columns }) => `
        select '${name}' as name, count(*) as rows, ${sumOfHalf(1)} as low, ${sumOfHalf(17)} as high
        from (select encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex') as hash
              from public."${name}" as entry) as hashed`,
    )
    .join(' union all ')
}

function sumOfHalf(start: 1 | 17): string {
  return `coalesce(sum(('x' || substr(hash, ${start}, 16))::bit(64)::bigint), 0)::text`
}

const NO_SUCH_ROLE = '22023'

async function takeRole(client: Client, role: string): Promise<void> {
  try {
    await client.query(`set local role ${role}`)
  } catch (cause) {
    if (codeOf(cause) !== NO_SUCH_ROLE) throw cause
    throw new SchemaRefused(
      `The role ${role} does not exist on this server. Set SERVICE_ACP_DB_ROLE_PREFIX to the value it had when task-service migrate ran.`,
      { cause },
    )
  }
}

function summarize(totals: ReadonlyMap<string, Total>): Fingerprint {
  const tables = [...totals].map(([table, { rows, low, high }]) => ({
    table,
    rows,
    digest: digestOf(`${rows} ${low} ${high}`),
  }))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const digest = digestOf(tables.map((table) => `${table.table} ${table.digest}`).join('\n'))
  return { tables, rows, digest }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
