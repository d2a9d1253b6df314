// SQL of comments.
import { type Bounded, readBounded } from '#db/bounded-page.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type CommentRow = {
  id: string
  task_id: string
  author: string
  body: string
  /** Actors as text, such as `user:usr_…`. */
  mentions: string[]
  created_at: Date
  updated_at: Date
}

const columns = sql`c.id, c.task_id, c.author, c.body, c.mentions, c.created_at,
  c.updated_at`

export async function insertComment(tx: Tx, row: CommentRow): Promise<void> {
  await tx.rows(sql`
    insert into comments (tenant_id, id, task_id, author, body, mentions, created_at, updated_at)
    values (${tx.tenantId}, ${row.id}, ${row.task_id}, ${row.author}, ${row.body}, ${row.mentions},
      ${row.created_at}, ${row.updated_at})`)
}

export function findComment(
  tx: Tx,
  taskId: string,
  id: string,
  options: { lock?: boolean } = {},
): Promise<CommentRow | undefined> {
  return tx.row<CommentRow>(sql`
    select ${columns} from comments c
    where ${tx.mine('c')} and c.task_id = ${taskId} and c.id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function listComments(
  tx: Tx,
  taskId: string,
  { after, limit, maxBytes }: { after: string | undefined; limit: number; maxBytes: number },
): Promise<Bounded<CommentRow>> {
  const page = sql`
    select ${columns} from comments c
    where ${tx.mine('c')} and c.task_id = ${taskId} ${after ? sql`and c.id > ${after}` : empty}
    order by c.id
    limit ${limit}`
  return readBounded(tx, { page, largeColumns: [sql`page.body`], maxBytes })
}

export async function updateComment(tx: Tx, row: CommentRow): Promise<void> {
  await tx.rows(sql`
    update comments set body = ${row.body}, mentions = ${row.mentions}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from comments where ${tx.mine()} and id = ${id}`)
}

/** Those of `mentions` that exist. Users who are disabled cannot read, and are not mentioned. */
export async function listMentionable(
  tx: Tx,
  { userIds, agents }: { userIds: readonly string[]; agents: readonly string[] },
): Promise<{ userIds: string[]; agents: string[] }> {
  const row = await tx.row<{ user_ids: string[]; agents: string[] }>(sql`
    select
      array(select id from users where ${tx.mine()} and id = any (${userIds}::uuid[]) and disabled_at is null) as user_ids,
      array(select name from agents where ${tx.mine()} and name = any (${agents}::text[])) as agents`)
  return { userIds: row?.user_ids ?? [], agents: row?.agents ?? [] }
}
