// SQL of comments that are to be sent: which of them a plan takes, in number and bytes, so that no author fills it alone.
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

/** Comments that share a limit: of agents that need an approval, of those that need none, and of everyone else. */
export type CommentShare = 'gated' | 'free' | 'people'

export type Amount = { comments: number; bytes: number }

export type UnsentComment = { id: string; body: string; author: string }

type Place = { id: string; task_id: string }

const isAgent = sql`starts_with(c.author, 'agent:')`

/** The vendor does not have them, and they are not planned to be sent. `besides` is the integration, which imported others. */
const isUnsent = (tx: Tx, link: Place, besides: string): Sql => sql`
  ${tx.mine('c')} and c.task_id = ${link.task_id} and c.author <> ${besides}
    and not exists (select from linked_comments k
      where k.tenant_id = c.tenant_id and k.link_id = ${link.id} and k.comment_id = c.id)
    and not exists (select from write_backs w
      where w.tenant_id = c.tenant_id and w.task_id = c.task_id and w.link_id = ${link.id} and w.comment_id = c.id
        and w.state <> 'awaiting_approval')`

export async function listUnsentAuthors(tx: Tx, link: Place, besides: string): Promise<string[]> {
  const rows = await tx.rows<{ author: string }>(sql`
    select distinct c.author from comments c where ${isUnsent(tx, link, besides)}`)
  return rows.map(({ author }) => author)
}

export type Wanted = {
  besides: string
  /** Authors as they are stored; comments of other agents are left out. */
  gated: readonly string[]
  free: readonly string[]
  room: Record<CommentShare, Amount>
}

/** As many as fit, oldest first: of people the oldest, of agents the oldest of each in turn. */
export function listUnsentComments(tx: Tx, link: Place, wanted: Wanted): Promise<UnsentComment[]> {
  const { besides, gated, free, room } = wanted
  const limits = Object.entries(room).map(([share, amount]) => ({ share, ...amount }))
  return tx.rows<UnsentComment>(sql`
    with unsent as (
      select c.id, c.author, octet_length(c.body) as size, case when not ${isAgent} then 'people'
        when c.author = any(${gated}::text[]) then 'gated' when c.author = any(${free}::text[]) then 'free' end as share
      from comments c where ${isUnsent(tx, link, besides)}),
    taking_turns as (
      select u.*, case when u.share <> 'people' then row_number() over (partition by u.author order by u.id) end as turn
      from unsent u),
    in_line as (
      select t.id, t.share, row_number() over line as place, sum(t.size) over line as total
      from taking_turns t window line as (partition by t.share order by t.turn, t.id))
    select c.id, c.body, c.author
    from in_line l
    join json_to_recordset(${JSON.stringify(limits)}) as room (share text, comments int, bytes int) on room.share = l.share
    join comments c on ${tx.mine('c')} and c.id = l.id
    where l.place <= room.comments and l.total <= room.bytes
    order by c.id`)
}

/** Planned or sent, and not confirmed. One whose text was deleted counts as written by a person if it needed no approval. */
export function countOpenComments(
  tx: Tx,
  linkId: string,
): Promise<(Amount & { share: CommentShare })[]> {
  return tx.rows(sql`
    select case when w.approval_id is not null then 'gated' when ${isAgent} then 'free' else 'people' end as share,
      count(*)::int as comments, sum(octet_length(w.wanted->>'body'))::int as bytes
    from write_backs w left join comments c on ${tx.mine('c')} and c.id = w.comment_id
    where ${tx.mine('w')} and w.link_id = ${linkId} and w.state in ('planned', 'sent') and w.kind = 'comment'
    group by 1`)
}
