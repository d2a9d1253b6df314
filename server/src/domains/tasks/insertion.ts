// The one statement that creates tasks: of one tenant or of several, with everything that must commit with them.
import type { EventType, Task } from '@task-service/contract'
import { type Sql, sql } from '#db/sql.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { columnsOf, splitAtNumber } from './document.ts'

/** A task to be created, and what is to be remembered of its making. */
export type Insertion = {
  tenantId: string
  task: Task
  actor: string
  requestId: string
  /** Present when the caller sent an Idempotency-Key that nobody has used yet. */
  answer?: { key: string; requestHash: Buffer; headers: Record<string, string>; expiresAt: Date }
}

function rowOf(insertion: Insertion, place: number) {
  const { task, answer } = insertion
  return {
    ...columnsOf(task),
    ...splitAtNumber(task),
    place,
    tenant_id: insertion.tenantId,
    actor: insertion.actor,
    request_id: insertion.requestId,
    event_id: uuidv7(),
    audit_id: uuidv7(),
    ...(task.labels.length > 0 && { labels: task.labels }),
    ...(answer && {
      answer_key: answer.key,
      answer_hash: `\\x${answer.requestHash.toString('hex')}`,
      answer_headers: answer.headers,
      answer_expires_at: answer.expiresAt.toISOString(),
    }),
  }
}

const CREATED: EventType = 'task.created'

export type Inserted = { place: number; number: number }

/**
 * Rows whose Idempotency-Key is taken, or whose external reference is, are left out and not in the result; the caller
 * finds out why in a transaction of their own. Counters are locked in the order of tenants, so that two groups cannot
 * wait for each other. The arithmetic of numbers: the counter has moved by the tenant's count, so the first new number
 * is what it shows less the count, plus one. Whether a key is taken is asked as a value: `not exists` would be answered
 * by reading all keys of the tenant first.
 */
export function insertStatement(insertions: readonly Insertion[]): Sql {
  const rows = JSON.stringify(insertions.map(rowOf))
  return sql`
    with item as materialized (
      select * from json_to_recordset(${rows}) as i (place integer, tenant_id uuid, id uuid, head text, tail text,
        status text, priority smallint, queue text, assignee text, delegate text, parent_id uuid, due_at timestamptz,
        not_before timestamptz, source text, external_id text, updated_at timestamptz, title text, description text,
        labels json, actor text, request_id text, event_id uuid, audit_id uuid, answer_key text, answer_hash bytea,
        answer_headers json, answer_expires_at timestamptz)
      where answer_key is null or (
        pg_try_advisory_xact_lock(hashtextextended(tenant_id || '/' || answer_key, 0))
        and (select k.key from idempotency_keys k
          where k.tenant_id = i.tenant_id and k.key = i.answer_key) is null)
    ), counter as (
      insert into task_counters as c (tenant_id, last_number)
      select tenant_id, count(*) from item group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set last_number = c.last_number + excluded.last_number
      returning tenant_id, last_number
    ), numbered as materialized (
      select item.*, counter.last_number + 1
        - row_number() over (partition by item.tenant_id order by place desc) as number
      from item join counter using (tenant_id)
    ), task as (
      insert into tasks (tenant_id, id, number, status, priority, queue, assignee, delegate, parent_id, due_at,
        not_before, source, external_id, updated_at, search, doc)
      select tenant_id, id, number, status, priority, queue, assignee, delegate, parent_id, due_at,
        not_before, source, external_id, updated_at, task_words(title, description), (head || number || tail)::json
      from numbered
      on conflict (tenant_id, source, external_id) where source is not null do nothing
      returning tenant_id, id
    ), done as materialized (
      select numbered.* from numbered join task using (tenant_id, id)
    ), label as (
      insert into task_labels (tenant_id, label, task_id)
      select tenant_id, label, id from done, json_array_elements_text(labels) as label
    ), event as (
      insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
      select tenant_id, event_id, ${CREATED}, id, actor, (head || number || tail)::json, '{}', '{}', updated_at
      from done
    ), audit as (
      insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
      select tenant_id, audit_id, ${CREATED}, id, actor, request_id, '[]', updated_at from done
    ), answer as (
      insert into idempotency_keys (tenant_id, key, request_hash, status, headers, body, expires_at)
      select tenant_id, answer_key, answer_hash, 201, answer_headers, head || number || tail, answer_expires_at
      from done where answer_key is not null
    )
    select place, number from done`
}
