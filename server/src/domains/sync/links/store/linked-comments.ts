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
