// SQL of changes to be written to the vendor.
import type { SyncError, WriteBack } from '@task-service/contract'
import type { Json } from '@task-service/kit'
import { type Bounded, type PagePlace, readBounded } from '#db/bounded-page.ts'
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type WriteBackRow = {
  id: string
  integration_id: string
  link_id: string
  task_id: string
  kind: WriteBack['kind']
  /** `wanted` has the values of the vendor, `local` those of the task. */
  wanted: Record<string, Json>
  local: Record<string, Json>
  comment_id: string | null
  /** It is sent with this approval, or waits for it. */
  approval_id: string | null
  task_version: number
  state: WriteBack['state']
  tries: number
  next_try_at: Date | null
  skipped: WriteBack['skipped']
  error: SyncError | null
  planned_at: Date
  sent_at: Date | null
  ended_at: Date | null
}

const columns = sql`w.id, w.integration_id, w.link_id, w.task_id, w.kind, w.wanted, w.local, w.comment_id,
  w.approval_id, w.task_version, w.state, w.tries, w.next_try_at, w.skipped, w.error, w.planned_at, w.sent_at, w.ended_at`

export type WriteBackFilter = {
  integrationId?: string | undefined
  taskId?: string | undefined
  state?: WriteBack['state'] | undefined
}

export function findWriteBack(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<WriteBackRow | undefined> {
  return tx.row<WriteBackRow>(sql`
    select ${columns} from write_backs w where ${tx.mine('w')} and w.id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

/** Newest first. */
export function listWriteBacks(
  tx: Tx,
  filter: WriteBackFilter,
  { before, limit, maxBytes }: PagePlace,
): Promise<Bounded<WriteBackRow>> {
  const conditions: Sql[] = [tx.mine('w')]
  if (filter.integrationId) conditions.push(sql`w.integration_id = ${filter.integrationId}`)
  if (filter.taskId) conditions.push(sql`w.task_id = ${filter.taskId}`)
  if (filter.state) conditions.push(sql`w.state = ${filter.state}`)
  if (before) conditions.push(sql`w.id < ${before}`)
  const page = sql`select ${columns} from write_backs w where ${join(conditions, ' and ')} order by w.id desc limit ${limit}`
  const largeColumns = [sql`page.wanted`, sql`page.local`, sql`page.error`, sql`page.skipped`]
  return readBounded(tx, { page, largeColumns, maxBytes, usesCustomPlan: true })
}

/** Oldest first. */
export function listOpenWriteBacks(tx: Tx, linkId: string): Promise<WriteBackRow[]> {
  return tx.rows<WriteBackRow>(sql`
    select ${columns} from write_backs w
    where ${tx.mine('w')} and w.link_id = ${linkId} and w.state in ('planned', 'sent') order by w.id`)
}

/** Those of people first: a vendor that rejects comments of agents keeps no one else waiting. */
export function listOpenComments(tx: Tx, linkId: string): Promise<WriteBackRow[]> {
  return tx.rows<WriteBackRow>(sql`
    select ${columns} from write_backs w left join comments c on ${tx.mine('c')} and c.id = w.comment_id
    where ${tx.mine('w')} and w.link_id = ${linkId} and w.state in ('planned', 'sent') and w.kind = 'comment'
    order by w.approval_id is not null or coalesce(starts_with(c.author, 'agent:'), false), w.id`)
}

/** What agents want to write and no one has approved, or what has not been planned since. */
export function listAwaiting(tx: Tx, linkId: string): Promise<Pick<WriteBackRow, 'id'>[]> {
  return tx.rows(sql`
    select w.id from write_backs w
    where ${tx.mine('w')} and w.link_id = ${linkId} and w.state = 'awaiting_approval'`)
}

/** The latest update, to know what must not be retried automatically. */
export function findLastUpdate(tx: Tx, linkId: string): Promise<WriteBackRow | undefined> {
  return tx.row<WriteBackRow>(sql`
    select ${columns} from write_backs w
    where ${tx.mine('w')} and w.link_id = ${linkId} and w.kind <> 'comment' and w.state <> 'awaiting_approval'
    order by w.id desc limit 1`)
}

export async function hasOpenWriteBacks(tx: Tx, taskId: string): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(sql`
    select exists (select from write_backs where ${tx.mine()} and task_id = ${taskId}
      and state in ('awaiting_approval', 'planned', 'sent')) as found`)
  return row?.found ?? false
}

export async function insertWriteBack(tx: Tx, row: WriteBackRow): Promise<void> {
  await tx.rows(sql`
    insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, local, comment_id,
      approval_id, task_version, state, tries, next_try_at, skipped, error, planned_at, sent_at, ended_at)
    values (${tx.tenantId}, ${row.id}, ${row.integration_id}, ${row.link_id}, ${row.task_id}, ${row.kind},
      ${JSON.stringify(row.wanted)}, ${JSON.stringify(row.local)}, ${row.comment_id}, ${row.approval_id}, ${row.task_version},
      ${row.state}, ${row.tries}, ${row.next_try_at}, ${JSON.stringify(row.skipped)},
      ${row.error && JSON.stringify(row.error)}, ${row.planned_at}, ${row.sent_at}, ${row.ended_at})`)
}

export async function updateWriteBack(tx: Tx, row: WriteBackRow): Promise<void> {
  await tx.rows(sql`
    update write_backs set local = ${JSON.stringify(row.local)}, state = ${row.state}, tries = ${row.tries}, next_try_at = ${row.next_try_at},
      skipped = ${JSON.stringify(row.skipped)}, error = ${row.error && JSON.stringify(row.error)},
      sent_at = ${row.sent_at}, ended_at = ${row.ended_at}
    where ${tx.mine()} and id = ${row.id}`)
}
