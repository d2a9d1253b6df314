// Row count and checksum of each table. An operator compares a restored database with the one it was dumped from.
import type { Client } from 'pg'
import { roleNames } from '#db/roles.ts'
import { SchemaRefused } from '#db/upgrade/schema-refused.ts'
import { codeOf } from '#lib/database-failure.ts'
import {
  addTo,
  digestTables,
  emptyTotal,
  SNAPSHOT,
  type Sum,
  sumOf,
  type TableFingerprint,
  type Total,
  toFingerprint,
} from './row-sums.ts'
import { withClient } from './with-client.ts'

export type Fingerprint = { tables: TableFingerprint[]; rows: number; digest: string }

type Source = { name: string; of_tenants: boolean; columns: string }

export type FingerprintOptions = {
  databaseUrl: string
  rolePrefix: string
  /** The tables of tenants, with the rows of this one only. */
  tenantId?: string
}

/**
 * Reads as requests do, one tenant after the other under row-level security, because the owner of the schema cannot see
 * tenant rows. All in one snapshot, so that concurrent writes do not make it inconsistent.
 */
export function takeFingerprint(options: FingerprintOptions): Promise<Fingerprint> {
  return withClient({ ...options, name: 'fingerprint' }, async (client) => {
    await client.query(SNAPSHOT)
    return summarize(await sumAll(client, options))
  })
}

async function sumAll(
  client: Client,
  { rolePrefix, tenantId }: FingerprintOptions,
): Promise<Map<string, Total>> {
  const roles = roleNames(rolePrefix)
  const found = await listSources(client)
  const sources = tenantId ? found.filter((source) => source.of_tenants) : found
  const totals = new Map(sources.map(({ name }) => [name, emptyTotal()]))
  const add = async (statement: string): Promise<void> => {
    const { rows } = await client.query<Sum>(statement)
    for (const { name, ...sum } of rows) {
      const total = totals.get(name)
      if (total) addTo(total, sum)
    }
  }
  if (!tenantId) await add(sumOf(sources.filter((source) => !source.of_tenants)))
  await takeRole(client, roles.auth)
  const { rows: tenants } = await client.query<{ id: string }>(
    'select tenant_id as id from tenants where $1::uuid is null or tenant_id = $1',
    [tenantId ?? null],
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

const NO_SUCH_ROLE = '22023'

export async function takeRole(client: Client, role: string): Promise<void> {
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
  const tables = [...totals].map(([table, total]) => toFingerprint(table, total))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { tables, rows, digest: digestTables(tables) }
}
