// SQL of links between tasks and items elsewhere.
import type { Link } from '@task-service/contract'
import { type Bounded, type PagePlace, readBounded } from '#db/bounded-page.ts'
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { Shadow } from '#domains/sync/merge/index.ts'

export type LinkRow = {
  id: string
  integration_id: string
  task_id: string
  external_id: string | null
  external_made_at: Date | null
  external_key: string | null
  url: string | null
  external_version: string | null
  external_updated_at: Date | null
  shadow: Shadow
  raw_description: string | null
  context: Link['context'] | null
  state: Link['state']
  state_reason: string | null
  tries: number
  retry_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`l.id, l.integration_id, l.task_id, l.external_id, l.external_made_at, l.external_key, l.url,
  l.external_version, l.external_updated_at, l.shadow, l.raw_description, l.context, l.state, l.state_reason, l.tries,
  l.retry_at, l.created_at, l.updated_at`

export type LinkFilter = {
  integrationId?: string | undefined
  taskId?: string | undefined
  state?: Link['state'] | undefined
}

export function findLink(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<LinkRow | undefined> {
  return tx.row<LinkRow>(sql`
    select ${columns} from links l where ${tx.mine('l')} and l.id = ${id}
    ${options.lock ? sql`for no key update` : empty}`)
}

export function findLinkOfTask(
  tx: Tx,
  taskId: string,
  integrationId: string,
): Promise<LinkRow | undefined> {
  return tx.row<LinkRow>(sql`
    select ${columns} from links l
    where ${tx.mine('l')} and l.task_id = ${taskId} and l.integration_id = ${integrationId} and l.state <> 'gone'`)
}

export function listLinksOfTask(tx: Tx, taskId: string): Promise<LinkRow[]> {
  return tx.rows<LinkRow>(sql`
    select ${columns} from links l where ${tx.mine('l')} and l.task_id = ${taskId} and l.state <> 'gone' order by l.id`)
}

/** Also those that a user removed: their items are not imported again. */
export function listLinksByExternal(
  tx: Tx,
  integrationId: string,
  externalIds: readonly string[],
): Promise<LinkRow[]> {
  return tx.rows<LinkRow>(sql`
    select ${columns} from links l
    where ${tx.mine('l')} and l.integration_id = ${integrationId} and l.external_id = any (${externalIds}::text[])
      and (l.state <> 'gone' or l.state_reason = 'unlinked')
    order by l.id`)
}

/** Newest first. */
export function listLinks(
  tx: Tx,
  filter: LinkFilter,
  { before, limit, maxBytes }: PagePlace,
): Promise<Bounded<LinkRow>> {
  const conditions: Sql[] = [tx.mine('l')]
  if (filter.integrationId) conditions.push(sql`l.integration_id = ${filter.integrationId}`)
  if (filter.taskId) conditions.push(sql`l.task_id = ${filter.taskId}`)
  if (filter.state) conditions.push(sql`l.state = ${filter.state}`)
  if (before) conditions.push(sql`l.id < ${before}`)
  const page = sql`select ${columns} from links l where ${join(conditions, ' and ')} order by l.id desc limit ${limit}`
  const largeColumns = [sql`page.shadow`, sql`page.raw_description`, sql`page.context`]
  return readBounded(tx, { page, largeColumns, maxBytes, usesCustomPlan: true })
}

/** What is left to be made there, or to be tried again. */
export function listDueLinks(
  tx: Tx,
  integrationId: string,
  now: Date,
  limit: number,
): Promise<LinkRow[]> {
  return tx.rows<LinkRow>(sql`
    select ${columns} from links l
    where ${tx.mine('l')} and l.integration_id = ${integrationId} and l.retry_at <= ${now}
    order by l.retry_at limit ${limit}`)
}

/** Those that a reading of everything should have met; `unfinishedOnly`: whose work was not done when both sides last agreed. */
export function listActiveBefore(
  tx: Tx,
  integrationId: string,
  which: { made: Date; after: string | undefined; limit: number; unfinishedOnly: boolean },
): Promise<LinkRow[]> {
  const { made, after, limit, unfinishedOnly } = which
  const isFinished = sql`coalesce(l.shadow->'status'->>'local', '') in ('completed', 'failed', 'canceled')`
  return tx.rows<LinkRow>(sql`
    select ${columns} from links l
    where ${tx.mine('l')} and l.integration_id = ${integrationId} and l.state in ('active', 'frozen')
      and l.created_at < ${made} ${after ? sql`and l.id > ${after}` : empty}
      ${unfinishedOnly ? sql`and not ${isFinished}` : empty}
    order by l.id limit ${limit}`)
}

export async function insertLink(tx: Tx, row: LinkRow): Promise<void> {
  await tx.rows(sql`
    insert into links (tenant_id, id, integration_id, task_id, external_id, external_made_at, external_key, url,
      external_version, external_updated_at, shadow, raw_description, context, state, state_reason, tries, retry_at,
      created_at, updated_at)
    values (${tx.tenantId}, ${row.id}, ${row.integration_id}, ${row.task_id}, ${row.external_id},
      ${row.external_made_at}, ${row.external_key}, ${row.url}, ${row.external_version}, ${row.external_updated_at},
      ${JSON.stringify(row.shadow)}, ${row.raw_description}, ${row.context && JSON.stringify(row.context)},
      ${row.state}, ${row.state_reason}, ${row.tries}, ${row.retry_at}, ${row.created_at}, ${row.updated_at})`)
}

export async function updateLink(tx: Tx, row: LinkRow): Promise<void> {
  await tx.rows(sql`
    update links set external_id = ${row.external_id}, external_made_at = ${row.external_made_at},
      external_key = ${row.external_key}, url = ${row.url}, external_version = ${row.external_version},
      external_updated_at = ${row.external_updated_at}, shadow = ${JSON.stringify(row.shadow)},
      raw_description = ${row.raw_description}, context = ${row.context && JSON.stringify(row.context)},
      state = ${row.state}, state_reason = ${row.state_reason}, tries = ${row.tries}, retry_at = ${row.retry_at},
      updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteLink(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from links where ${tx.mine()} and id = ${id}`)
}
