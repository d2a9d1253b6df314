// SQL of templates.
import type { TemplateTask } from '@task-service/contract'
import { type Bounded, readBounded } from '#db/bounded-page.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type TemplateRow = {
  id: string
  name: string
  task: TemplateTask
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

const columns = sql`id, name, task, version, created_by, created_at, updated_at`

/** `share` lets others use it at the same time, but not delete it. */
export function findTemplate(
  tx: Tx,
  id: string,
  options: { lock?: 'update' | 'share' } = {},
): Promise<TemplateRow | undefined> {
  const locks = { update: sql`for update`, share: sql`for key share` }
  return tx.row<TemplateRow>(sql`
    select ${columns} from task_templates where ${tx.mine()} and id = ${id}
    ${options.lock ? locks[options.lock] : empty}`)
}

/** Oldest first. */
export function listTemplates(
  tx: Tx,
  place: { after: string | undefined; limit: number; maxBytes: number },
): Promise<Bounded<TemplateRow>> {
  const { after, limit, maxBytes } = place
  const page = sql`
    select ${columns} from task_templates
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id limit ${limit}`
  return readBounded(tx, { page, largeColumns: [sql`page.task`], maxBytes })
}

/** Serializes counting until the transaction ends: two concurrent requests could both find one free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${tx.tenantId}`}, 0))`,
  )
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function countTemplates(tx: Tx, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from (
      select from task_templates where ${tx.mine()} limit ${most}) as found`)
  return row?.count ?? 0
}

const SHOWN_USERS = 5

/** Names of schedules that use it. */
export async function listUsers(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(sql`
    select name from schedules where ${tx.mine()} and template_id = ${id}
    order by id limit ${SHOWN_USERS}`)
  return rows.map(({ name }) => name)
}

export async function insertTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  await tx.rows(sql`
    insert into task_templates (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.name}, ${JSON.stringify(row.task)}, ${row.version},
      ${row.created_by}, ${row.created_at}, ${row.updated_at})`)
}

export async function updateTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  await tx.rows(sql`
    update task_templates set name = ${row.name}, task = ${JSON.stringify(row.task)},
      version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteTemplate(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from task_templates where ${tx.mine()} and id = ${id}`)
}
