// SQL of what happened to a link, in order.
import type { LinkStep } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { uuidv7 } from '#lib/uuid.ts'

export type StepRow = {
  at: Date
  direction: LinkStep['direction']
  cause: string
  actor: string | null
  fields: string[]
  external_version: string | null
  task_version: number | null
  detail: unknown
}

export async function insertSteps(
  tx: Tx,
  linkId: string,
  steps: readonly (Pick<StepRow, 'at' | 'direction' | 'cause'> & Partial<StepRow>)[],
): Promise<void> {
  for (const step of steps) {
    await tx.rows(sql`
      insert into link_history (tenant_id, link_id, id, at, direction, cause, actor, fields, external_version,
        task_version, detail)
      values (${tx.tenantId}, ${linkId}, ${uuidv7()}, ${step.at}, ${step.direction}, ${step.cause},
        ${step.actor ?? null}, ${step.fields ?? []}, ${step.external_version ?? null}, ${step.task_version ?? null},
        ${step.detail === undefined ? null : JSON.stringify(step.detail)})`)
  }
}

/** Newest last. */
export async function listSteps(tx: Tx, linkId: string, limit: number): Promise<StepRow[]> {
  const rows = await tx.rows<StepRow>(sql`
    select at, direction, cause, actor, fields, external_version, task_version, detail from link_history
    where ${tx.mine()} and link_id = ${linkId} order by id desc limit ${limit}`)
  return rows.toReversed()
}

/** Changes of fields since then, newest last, and when a user resumed the link. */
export function listMovesSince(
  tx: Tx,
  linkId: string,
  since: Date,
): Promise<Pick<StepRow, 'direction' | 'fields' | 'at'>[]> {
  return tx.rows(sql`
    select direction, fields, at from link_history
    where ${tx.mine()} and link_id = ${linkId} and at > ${since}
      and (direction in ('in', 'out') or (direction = 'note' and cause = 'resumed'))
    order by id`)
}
