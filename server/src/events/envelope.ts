// The one public form of an event: feed, stream and webhook deliveries contain the same bytes.
import type { EventEnvelope } from '@task-service/contract'
import { type Sql, sentBytes, sql } from '#db/sql.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'

/** A row of the log: `data` and `previous` stay JSON text, as stored. */
export type EventRow = {
  id: string
  type: string
  actor: string
  data: string
  previous: string
  changed: string[]
  occurred_at: Date
}

/** Size of `data` and `previous`, in statements that name the table `e`. */
export const eventBytes: Sql = sql`${sentBytes(sql`e.data`)} + ${sentBytes(sql`e.previous`)}`

/** Concatenated from stored JSON: a task may be 100 KB, and every reader gets it. */
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
  return JSON.parse(printEnvelope(row, tenantSlug)) as EventEnvelope // the log contains what the contract describes
}
