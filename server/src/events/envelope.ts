// The one form of an event outside: feed, stream and webhook deliveries carry the same bytes.
import type { EventEnvelope } from '@task-service/contract'
import { type Sql, sentBytes, sql } from '#db/sql.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'

/** A row of the log: `data` and `previous` stay the JSON text they were stored as. */
export type EventRow = {
  id: string
  type: string
  actor: string
  data: string
  previous: string
  changed: string[]
  occurred_at: Date
}

/** What `data` and `previous` take, in statements that call the table `e`. */
export const eventBytes: Sql = sql`${sentBytes(sql`e.data`)} + ${sentBytes(sql`e.previous`)}`

/** Put together from what is JSON already: a task may be 100 KB, and every reader gets it. */
export function printEnvelope(row: EventRow, tenantSlug: string): string {
  const head = {
    id: encodeId('event', row.id),
    type: row.type,
    timestamp: row.occurred_at.toISOString(),
    tenant: tenantSlug,
    actor: parseActor(row.actor),
  }
  return `${JSON.stringify(head).slice(0, -1)},"data":${row.data},"previous":${row.previous},"changed":${JSON.stringify(row.changed)}}`
}

export function toEnvelope(row: EventRow, tenantSlug: string): EventEnvelope {
  return JSON.parse(printEnvelope(row, tenantSlug)) as EventEnvelope // the log holds what the contract describes
}
