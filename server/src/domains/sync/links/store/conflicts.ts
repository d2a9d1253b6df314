// SQL of conflicts: fields that both sides changed.
import type { Conflict } from '@task-service/contract'
import { type Bounded, type PagePlace, readBounded } from '#db/bounded-page.ts'
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ConflictRow = {
  id: string
  integration_id: string
  link_id: string
  task_id: string
  field: string
  base: unknown
  service_value: unknown
  remote_value: unknown
  policy: Conflict['policy']
  state: Conflict['state']
  resolution: Conflict['resolution']
  resolved_by: string | null
  resolved_at: Date | null
  created_at: Date
}

const columns = sql`c.id, c.integration_id, c.link_id, c.task_id, c.field, c.base, c.service_value, c.remote_value,
  c.policy, c.state, c.resolution, c.resolved_by, c.resolved_at, c.created_at`

export type ConflictFilter = {
  integrationId?: string | undefined
  taskId?: string | undefined
  state?: Conflict['state'] | undefined
}

export function findConflict(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ConflictRow | undefined> {
  return tx.row<ConflictRow>(sql`
    select ${columns} from sync_conflicts c where ${tx.mine('c')} and c.id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

/** Newest first. */
export function listConflicts(
  tx: Tx,
  filter: ConflictFilter,
  { before, limit, maxBytes }: PagePlace,
): Promise<Bounded<ConflictRow>> {
  const conditions: Sql[] = [tx.mine('c')]
  if (filter.integrationId) conditions.push(sql`c.integration_id = ${filter.integrationId}`)
  if (filter.taskId) conditions.push(sql`c.task_id = ${filter.taskId}`)
  if (filter.state) conditions.push(sql`c.state = ${filter.state}`)
  if (before) conditions.push(sql`c.id < ${before}`)
  const page = sql`select ${columns} from sync_conflicts c where ${join(conditions, ' and ')} order by c.id desc limit ${limit}`
  const largeColumns = [sql`page.base`, sql`page.service_value`, sql`page.remote_value`]
  return readBounded(tx, { page, largeColumns, maxBytes, usesCustomPlan: true })
}

export function listOpenConflicts(tx: Tx, linkId: string): Promise<ConflictRow[]> {
  return tx.rows<ConflictRow>(sql`
    select ${columns} from sync_conflicts c
    where ${tx.mine('c')} and c.link_id = ${linkId} and c.state = 'open'`)
}

/** One that is open already for this field keeps its id and gets the newer values. True when it is new. */
export async function insertConflict(tx: Tx, row: ConflictRow): Promise<boolean> {
  const stored = await tx.row<{ id: string }>(sql`
    insert into sync_conflicts (tenant_id, id, integration_id, link_id, task_id, field, base, service_value,
      remote_value, policy, state, resolution, resolved_by, resolved_at, created_at)
    values (${tx.tenantId}, ${row.id}, ${row.integration_id}, ${row.link_id}, ${row.task_id}, ${row.field},
      ${JSON.stringify(row.base)}, ${JSON.stringify(row.service_value)}, ${JSON.stringify(row.remote_value)},
      ${row.policy}, ${row.state}, ${row.resolution}, ${row.resolved_by}, ${row.resolved_at}, ${row.created_at})
    on conflict (tenant_id, link_id, field) where state = 'open'
    do update set service_value = excluded.service_value, remote_value = excluded.remote_value
    returning id`)
  return stored?.id === row.id
}

export async function resolveConflicts(
  tx: Tx,
  ids: readonly string[],
  by: { resolution: 'service' | 'remote'; actor: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    update sync_conflicts c set state = 'resolved', resolution = ${by.resolution}, resolved_by = ${by.actor},
      resolved_at = ${by.at}
    from unnest(${ids}::uuid[]) as wanted (id)
    where ${tx.mine('c')} and c.id = wanted.id and c.state = 'open'`)
}
