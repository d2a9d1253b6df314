// SQL of the audit trail; append-only, so there is an insert and a list and nothing else.
import type { FieldChange } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { actorText } from '#lib/actor.ts'
import { uuidv7 } from '#lib/uuid.ts'

export type AuditRow = {
  id: string
  action: string
  actor: string
  request_id: string
  changes: FieldChange[]
  at: Date
}

export async function insertEntries(
  ctx: WorkContext,
  entries: readonly { action: string; subjectId: string; changes?: FieldChange[] }[],
): Promise<void> {
  await ctx.tx.rows(sql`
    insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
    select ${ctx.tx.tenantId}, id, action, subject_id, ${actorText(ctx.actor)}, ${ctx.requestId},
      changes, ${ctx.now}
    from unnest(
      ${entries.map(() => uuidv7())}::uuid[],
      ${entries.map((entry) => entry.action)}::text[],
      ${entries.map((entry) => entry.subjectId)}::uuid[],
      ${entries.map((entry) => JSON.stringify(entry.changes ?? []))}::json[]
    ) as entry (id, action, subject_id, changes)`)
}

export function listEntriesOfSubject(
  tx: Tx,
  subjectId: string,
  before: string | undefined,
  limit: number,
): Promise<AuditRow[]> {
  return tx.rows<AuditRow>(sql`
    select id, action, actor, request_id, changes, at
    from audit_entries
    where ${tx.mine()} and subject_id = ${subjectId} ${before ? sql`and id < ${before}` : empty}
    order by id desc
    limit ${limit}`)
}
