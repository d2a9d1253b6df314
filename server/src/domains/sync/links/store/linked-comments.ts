// SQL of comments that are the same on both sides.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type LinkedComment = {
  external_id: string
  comment_id: string
  direction: 'in' | 'out'
  body_hash: Buffer
}

export function listLinkedComments(tx: Tx, linkId: string): Promise<LinkedComment[]> {
  return tx.rows<LinkedComment>(sql`
    select external_id, comment_id, direction, body_hash from linked_comments
    where ${tx.mine()} and link_id = ${linkId}`)
}

/** A later body replaces the hash of an earlier one. */
export async function saveLinkedComment(
  tx: Tx,
  linkId: string,
  comment: LinkedComment,
): Promise<void> {
  await tx.rows(sql`
    insert into linked_comments (tenant_id, link_id, external_id, comment_id, direction, body_hash)
    values (${tx.tenantId}, ${linkId}, ${comment.external_id}, ${comment.comment_id}, ${comment.direction},
      ${comment.body_hash})
    on conflict (tenant_id, link_id, external_id) do update set body_hash = excluded.body_hash`)
}

/** Comments of the task that the vendor does not have and that are not planned to be sent. */
export function listUnsentComments(
  tx: Tx,
  link: { id: string; task_id: string },
  besides: string,
): Promise<{ id: string; body: string; author: string; created_at: Date }[]> {
  return tx.rows(sql`
    select c.id, c.body, c.author, c.created_at from comments c
    where ${tx.mine('c')} and c.task_id = ${link.task_id} and c.author <> ${besides}
      and not exists (select from linked_comments k
        where k.tenant_id = c.tenant_id and k.link_id = ${link.id} and k.comment_id = c.id)
      and not exists (select from write_backs w
        where w.tenant_id = c.tenant_id and w.task_id = c.task_id and w.link_id = ${link.id} and w.comment_id = c.id
          and w.state <> 'awaiting_approval')
    order by c.id`)
}
