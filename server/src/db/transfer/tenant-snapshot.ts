// One state of a tenant, however long it takes to read: a transaction that sees nothing of what is written after its start.
import type { Client } from 'pg'
import { roleNames } from '#db/roles.ts'
import { openTx, type Tx } from '#db/tenant-tx.ts'
import {
  addTo,
  emptyTotal,
  SNAPSHOT,
  type Sum,
  sumOf,
  type TableFingerprint,
  toFingerprint,
} from '../operate/row-sums.ts'
import { takeRole } from '../operate/take-fingerprint.ts'
import { withClient } from '../operate/with-client.ts'
import { planTables, type TablePlan } from './table-plan.ts'
import { leftOutTables } from './tenant-tables.ts'

export type TenantSnapshot = {
  /** For what domains read, such as secrets. */
  tx: Tx
  plans: readonly TablePlan[]
  /** Of what an export carries. Equal after an import. */
  compare: () => Promise<TableFingerprint[]>
  /** Of the tables that an export leaves out. */
  countLeftOut: () => Promise<{ table: string; rows: number }[]>
  /** Events that became no deliveries yet. */
  countUndispatched: () => Promise<number>
  /** The rows of a table as lines, in pages. */
  read: (select: string, pageSize: number) => AsyncGenerator<string[]>
}

export type SnapshotOptions = { databaseUrl: string; rolePrefix: string; tenantId: string }

/** Under row-level security, like a request. It has no transaction ID, so the event log does not wait for it. */
export function withTenantSnapshot<T>(
  options: SnapshotOptions,
  work: (snapshot: TenantSnapshot) => Promise<T>,
): Promise<T> {
  const { tenantId, rolePrefix } = options
  return withClient({ ...options, name: 'tenant snapshot' }, async (client) => {
    await client.query(SNAPSHOT)
    await takeRole(client, roleNames(rolePrefix).app)
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
    return work(await openSnapshot(client, tenantId))
  })
}

async function openSnapshot(client: Client, tenantId: string): Promise<TenantSnapshot> {
  const { rows } = await client.query<{ xmin: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
  )
  const options = { tenantId, applicationTenantFilter: true }
  const tx = openTx(client, options, Promise.resolve(rows[0]?.xmin ?? ''))
  const plans = await planTables((statement) => tx.rows(statement))
  return {
    tx,
    plans,
    compare: () => compare(client, plans),
    countLeftOut: () => countLeftOut(client, tenantId),
    countUndispatched: () => countUndispatched(client, tenantId),
    read: (select, pageSize) => readPages(client, { select, tenantId, pageSize }),
  }
}

async function compare(client: Client, plans: readonly TablePlan[]): Promise<TableFingerprint[]> {
  const found: TableFingerprint[] = []
  for (const { table, compared } of plans) {
    const { rows } = await client.query<Sum>(sumOf([{ name: table, columns: compared }]))
    const total = emptyTotal()
    for (const sum of rows) addTo(total, sum)
    found.push(toFingerprint(table, total))
  }
  return found
}

async function countLeftOut(client: Client, tenantId: string) {
  const counted: { table: string; rows: number }[] = []
  for (const { table } of leftOutTables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} where tenant_id = $1`,
      [tenantId],
    )
    counted.push({ table, rows: rows[0]?.count ?? 0 })
  }
  return counted
}

/** Those behind the progress of the dispatcher, and those that it has set aside. */
async function countUndispatched(client: Client, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (
       (select count(*) from events e, dispatch_progress p
        where e.tenant_id = $1 and e.xid >= pg_snapshot_xmin(p.done)
          and not pg_visible_in_snapshot(e.xid, p.done)
          and not coalesce(pg_visible_in_snapshot(e.xid, p.target) and (e.xid, e.id) <= (p.xid, p.id), false))
       + (select coalesce(sum(event_count), 0) from dispatch_ranges where tenant_id = $1))::int as count`,
    [tenantId],
  )
  return rows[0]?.count ?? 0
}

type Reading = { select: string; tenantId: string; pageSize: number }

async function* readPages(
  client: Client,
  { select, tenantId, pageSize }: Reading,
): AsyncGenerator<string[]> {
  await client.query(`declare page no scroll cursor for ${select}`, [tenantId])
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${pageSize} from page`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < pageSize) break
  }
  await client.query('close page')
}
