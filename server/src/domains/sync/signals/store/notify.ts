// SQL with which the dispatcher notifies integrations of tasks: across tenants, and without waiting for locks.

import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { LoggedEvent } from '#events/logged-event.ts'
import { uuidv7 } from '#lib/uuid.ts'

export type Sender = { tenant_id: string; id: string; outgoing_queue: string | null }

export function listSenders(tx: Reader, tenantIds: readonly string[]): Promise<Sender[]> {
  return tx.rows<Sender>(sql`
    select tenant_id, id, outgoing_queue from integrations where tenant_id = any (${tenantIds}::uuid[])`)
}

export type EventSubject = { id: string; task_id: string | null; queue: string | null }

/** Where the event itself does not tell which task it is about, or which queue that is in. */
export function readSubjects(tx: Reader, events: readonly LoggedEvent[]): Promise<EventSubject[]> {
  return tx.rows<EventSubject>(sql`
    select e.id, d.data ->> 'task_id' as task_id, d.data ->> 'queue' as queue
    from unnest(
      ${events.map((event) => event.tenant_id)}::uuid[], ${events.map((event) => event.xid)}::xid8[],
      ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.occurred_at)}::timestamptz[]
    ) as wanted (tenant_id, xid, id, occurred_at)
    join events e using (tenant_id, xid, id, occurred_at)
    cross join lateral (select without_nul(e.data) as data offset 0) d`)
}

export type LinkedTask = { tenant_id: string; integration_id: string; task_id: string }

export function listLinkedTasks(
  tx: Reader,
  tasks: readonly { tenant_id: string; task_id: string }[],
): Promise<LinkedTask[]> {
  return tx.rows<LinkedTask>(sql`
    select l.tenant_id, l.integration_id, l.task_id
    from unnest(${tasks.map((task) => task.tenant_id)}::uuid[], ${tasks.map((task) => task.task_id)}::uuid[])
      as wanted (tenant_id, task_id)
    join links l using (tenant_id, task_id)
    where l.state in ('active', 'planned')`)
}

export async function insertTaskSignals(
  tx: Reader,
  signals: readonly (LinkedTask & { kind: 'task' | 'new' })[],
): Promise<void> {
  await tx.rows(sql`
    insert into sync_signals (tenant_id, id, integration_id, kind, task_id)
    select * from unnest(
      ${signals.map((signal) => signal.tenant_id)}::uuid[], ${signals.map(() => uuidv7())}::uuid[],
      ${signals.map((signal) => signal.integration_id)}::uuid[], ${signals.map((signal) => signal.kind)}::text[],
      ${signals.map((signal) => signal.task_id)}::uuid[])`)
}
