// The statements that create tasks: of one tenant or of several, with everything that must commit with them. They run
// one after the other in one transaction and need no answer in between, so they travel together.
import type { EventType, Task } from '@task-service/contract'
import { empty, type Sql, sql } from '#db/sql.ts'
import { stampTurns } from '#domains/claims/index.ts'
import { definableKeys, indexableValues } from '#domains/fields/index.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { columnsOf, type SplitDocument, uuidOf } from './document.ts'

/** A task to be created, and what is to be remembered of its making. */
export type Insertion = {
  tenantId: string
  task: Task
  /** The JSON of the task on both sides of its number. */
  document: SplitDocument
  actor: string
  requestId: string
  /** A task of `blocked_by` is open. */
  isBlocked?: boolean
  /** The values of defined fields are valid. Without it, a task that has any is left out. */
  hasCheckedFields?: true
  /** Present when the caller sent an unused Idempotency-Key. */
  answer?: { key: string; requestHash: Buffer; headers: Record<string, string>; expiresAt: Date }
}

function rowOf(insertion: Insertion, place: number) {
  const { task, answer } = insertion
  return {
    ...columnsOf(task),
    place,
    tenant_id: insertion.tenantId,
    actor: insertion.actor,
    request_id: insertion.requestId,
    event_id: uuidv7(),
    audit_id: uuidv7(),
    ...(insertion.isBlocked && { is_blocked: true }),
    ...(task.labels.length > 0 && { labels: task.labels }),
    ...fieldsOf(insertion),
    ...(answer && {
      answer_key: answer.key,
      answer_hash: `\\x${answer.requestHash.toString('hex')}`,
      answer_headers: answer.headers,
      answer_expires_at: answer.expiresAt.toISOString(),
    }),
  }
}

/** Sent only for tasks that could have values of defined fields. */
function fieldsOf({ task: { fields }, hasCheckedFields }: Insertion) {
  const keys = definableKeys(fields)
  if (keys.length === 0) return {}
  return hasCheckedFields ? { fields: indexableValues(fields) } : { field_keys: keys }
}

const CREATED: EventType = 'task.created'

/** `number` is null when the tenant's counter was locked by another transaction: the row can be tried again. */
export type Inserted = { place: number; number: number | null }

/**
 * `skip` never waits for a lock, so rows of many tenants can share it: a row that would have to wait is left out. `wait`
 * is for rows of one tenant.
 */
export type LockMode = 'skip' | 'wait'

/**
 * The rows of the last statement are the result. Rows are left out of it when their Idempotency-Key, external reference
 * or parent does not permit them; the caller finds out why in a transaction of their own. No row makes a statement fail.
 */
export function insertStatements(insertions: readonly Insertion[], mode: LockMode): Sql[] {
  const tenantIds = [...new Set(insertions.map(({ tenantId }) => tenantId))]
  return [lockStatement(insertions, tenantIds, mode), insertStatement(insertions)]
}

/**
 * Takes every lock the insert needs, in a statement of its own: the insert then has a snapshot in which everything that
 * the previous holders committed is visible, so what it finds free stays free. Every insert of tasks of a tenant holds the
 * lock of its counter until the commit; meanwhile no other insert can use the same reference. An advisory lock, because
 * locking the row would write it twice. The places that are left out are handed to the insert as settings of the
 * transaction. Each parent is asked for as a value: a join would read all tasks.
 */
function lockStatement(
  insertions: readonly Insertion[],
  tenantIds: readonly string[],
  mode: LockMode,
): Sql {
  const rows = insertions.map(({ tenantId, task, answer }, place) => ({
    place,
    tenant_id: tenantId,
    ...(task.parent_id !== null && { parent_id: uuidOf(task.parent_id) }),
    ...(answer && { answer_key: answer.key }),
  }))
  const isSkipping = mode === 'skip'
  // No Idempotency-Key has a space, so its locks are others.
  const lock = sql`hashtextextended(t.tenant_id || ' counter', 0)`
  return sql`
    with item as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}) as i (place integer, tenant_id uuid, parent_id uuid,
        answer_key text)
    ), counter as materialized (
      select t.tenant_id, ${
        isSkipping
          ? sql`not pg_try_advisory_xact_lock(${lock})`
          : sql`pg_advisory_xact_lock(${lock}) is null`
      } as is_busy
      from unnest(${tenantIds}::uuid[]) as t (tenant_id)
    ), claim as materialized (
      select place, is_busy,
        (parent_id is null or (select p.id from tasks p
          where p.tenant_id = item.tenant_id and p.id = item.parent_id
          for key share ${isSkipping ? sql`skip locked` : empty}) is not null)
        and (answer_key is null
          or pg_try_advisory_xact_lock(hashtextextended(item.tenant_id || '/' || answer_key, 0))) as is_free
      from item join counter on counter.tenant_id = item.tenant_id
    )
    select
      set_config('app.busy', coalesce(array_agg(place) filter (where is_busy), '{}')::text, true),
      set_config('app.refused', coalesce(array_agg(place) filter (where is_busy or not is_free), '{}')::text, true)
    from claim`
}

/** Only tasks with a fairness key pay for it. */
function turnsOf(insertions: readonly Insertion[]): Sql {
  const hasKeys = insertions.some(({ task }) => task.fairness_key !== undefined)
  return stampTurns(sql`numbered`, hasKeys)
}

/** Only tasks with values that are not checked pay for it. */
function refuseUnchecked(insertions: readonly Insertion[]): Sql {
  if (!insertions.some((insertion) => 'field_keys' in fieldsOf(insertion))) return empty
  return sql`and case when field_keys is null then true else (select d.id from custom_fields d
    where d.tenant_id = i.tenant_id and d.key = any(field_keys) limit 1) is null end`
}

/** Only tasks with values pay for it. */
function valuesOf(insertions: readonly Insertion[]): Sql {
  if (!insertions.some((insertion) => 'fields' in fieldsOf(insertion))) return empty
  return sql`field_value as (
      insert into task_field_values (tenant_id, task_id, field_id, value, number)
      select done.tenant_id, done.id, r.field_id, r.value, r.number
      from done join item using (place) cross join lateral field_rows(done.tenant_id, item.fields) r
      where item.fields is not null
    ),`
}

/** One statement cannot find out about a reference that it uses twice. */
function withoutRepeats(insertions: readonly Insertion[]) {
  const seen = new Set<string>()
  return insertions.map(rowOf).filter(({ tenant_id: tenantId, source, external_id: id }) => {
    if (source === null) return true
    const reference = JSON.stringify([tenantId, source, id])
    return !seen.has(reference) && seen.add(reference)
  })
}

/** Between two documents. In JSON it only occurs escaped. */
const SEPARATOR = '\u001f'

/** As one text, which PostgreSQL splits much faster than it reads JSON inside of JSON. */
function joinDocuments(texts: readonly string[]): string {
  // Every document behind it would become that of another task.
  if (texts.some((text) => text.includes(SEPARATOR))) throw new Error('a document is not JSON')
  return texts.join(SEPARATOR)
}

/** A table of the insertions; its first two columns are the halves of the document. */
function sentRows(insertions: readonly Insertion[]): Sql {
  const rows = withoutRepeats(insertions)
  const documents = rows.flatMap(({ place }) => insertions[place]?.document ?? [])
  const heads = joinDocuments(documents.map(({ head }) => head))
  const tails = joinDocuments(documents.map(({ tail }) => tail))
  return sql`rows from (
      unnest(string_to_array(${heads}, ${SEPARATOR}), string_to_array(${tails}, ${SEPARATOR})),
      json_to_recordset(${JSON.stringify(rows)}) as (place integer, tenant_id uuid, id uuid, status text,
        priority smallint, queue text, assignee text, delegate text, parent_id uuid, due_at timestamptz,
        not_before timestamptz, source text, external_id text, updated_at timestamptz, title text, description text,
        fairness_key text, is_blocked boolean, labels json, fields json, field_keys text[], actor text, request_id text, event_id uuid,
        audit_id uuid, answer_key text, answer_hash bytea, answer_headers json, answer_expires_at timestamptz))`
}

/**
 * The arithmetic of numbers: the counter has moved by the tenant's count, so the first new number is what it shows less
 * the count, plus one. Whether a key or a reference is taken is asked as a value: `not exists` would be answered by
 * reading all keys of the tenant first. And as `case`, because for `or` the planner would expect a single row to be left and
 * compare all rows with all others in the joins below. Rows are counted after they were found to be free, so that numbers
 * have no gaps. The JSON of a document is checked once, not for each table that it is written to.
 */
function insertStatement(insertions: readonly Insertion[]): Sql {
  return sql`
    with item as materialized (
      select * from ${sentRows(insertions)} as i (head, tail)
      where place <> all ((select current_setting('app.refused')::integer[])::integer[])
        and case when answer_key is null then true else (select k.key from idempotency_keys k
          where k.tenant_id = i.tenant_id and k.key = i.answer_key) is null end
        and case when source is null then true else (select t.id from tasks t
          where t.tenant_id = i.tenant_id and t.source = i.source and t.external_id = i.external_id) is null end
        ${refuseUnchecked(insertions)}
    ), counter as (
      insert into task_counters as c (tenant_id, last_number)
      select tenant_id, count(*) from item group by tenant_id
      on conflict (tenant_id) do update set last_number = c.last_number + excluded.last_number
      returning tenant_id, last_number
    ), numbered as (
      select place, number, tenant_id, id, status, priority, queue, assignee, delegate, parent_id, due_at, not_before,
        source, external_id, updated_at, title, description, fairness_key, is_blocked, labels, actor, request_id, event_id,
        audit_id, answer_key, answer_hash, answer_headers, answer_expires_at, (head || number || tail)::json as doc
      from (
        select item.*, counter.last_number + 1
          - row_number() over (partition by item.tenant_id order by place desc) as number
        from item join counter using (tenant_id)) counted
    ), ${turnsOf(insertions)}, task as (
      insert into tasks (tenant_id, id, number, status, priority, queue, assignee, delegate, parent_id, due_at,
        not_before, source, external_id, updated_at, turn, ready_at, fairness_key, search, doc)
      select tenant_id, id, number, status, priority, queue, assignee, delegate, parent_id, due_at,
        not_before, source, external_id, updated_at, turn,
        case when is_blocked then 'infinity' else coalesce(not_before, '-infinity') end, fairness_key,
        task_words(title, description), doc
      from stamped
      on conflict (tenant_id, source, external_id) where source is not null do nothing
      returning tenant_id, id
    ), done as materialized (
      select stamped.* from stamped join task using (tenant_id, id)
    ), entry as (
      insert into queue_entries (tenant_id, queue, delegate, turn, task_id, queued_at)
      select tenant_id, queue, coalesce(delegate, ''), turn, id, updated_at from done where turn is not null
    ), label as (
      insert into task_labels (tenant_id, label, task_id)
      select tenant_id, label, id from done, json_array_elements_text(labels) as label
    ), ${valuesOf(insertions)} event as (
      insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
      select tenant_id, event_id, ${CREATED}, id, actor, doc, '{}', '{}', updated_at
      from done
    ), audit as (
      insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
      select tenant_id, audit_id, ${CREATED}, id, actor, request_id, '[]', updated_at from done
    ), answer as (
      insert into idempotency_keys (tenant_id, key, request_hash, status, headers, body, expires_at)
      select tenant_id, answer_key, answer_hash, 201, answer_headers, doc::text, answer_expires_at
      from done where answer_key is not null
    )
    select place, number from done
    union all
    select place, null from unnest((select current_setting('app.busy')::integer[])::integer[]) as place`
}
