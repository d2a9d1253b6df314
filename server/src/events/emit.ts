// Writes events into the log, in the transaction of the change.
import type { EventType } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { sql } from '#db/sql.ts'
import { actorText } from '#lib/actor.ts'
import { uuidv7 } from '#lib/uuid.ts'

export type NewEvent = {
  /** For code that refers to the event. */
  id?: string
  type: EventType
  subjectId: string
  data: object
  previous?: Record<string, unknown>
  changed?: string[]
}

/** Half a surrogate pair, which PostgreSQL stores in JSON but cannot read from it; `JSON.stringify` escapes no others. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

const printJson = (value: unknown): string =>
  JSON.stringify(value).replace(LONE_SURROGATE, String.raw`$1\ufffd`)

export async function emitEvents(
  ctx: Pick<Context, 'tx' | 'actor' | 'now'>,
  events: readonly NewEvent[],
): Promise<void> {
  await ctx.tx.rows(sql`
    insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
    select ${ctx.tx.tenantId}, id, type, subject_id, ${actorText(ctx.actor)}, data, previous,
      array(select json_array_elements_text(changed)), ${ctx.now}
    from unnest(
      ${events.map(({ id }) => id ?? uuidv7())}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.subjectId)}::uuid[],
      ${events.map((event) => printJson(event.data))}::json[],
      ${events.map((event) => printJson(event.previous ?? {}))}::json[],
      ${events.map((event) => JSON.stringify(event.changed ?? []))}::json[]
    ) as event (id, type, subject_id, data, previous, changed)`)
}
