// One statement that makes tasks of many tenants inside PostgreSQL: no row travels, so loading is as fast as the tables
// and their indexes are.
import type { Database } from '../../server/src/db/database.ts'
import { join, raw, type Sql, sql } from '../../server/src/db/sql.ts'
import {
  agents,
  labels,
  people,
  places,
  queues,
  sentences,
  sources,
  subjects,
  verbs,
} from './task-words.ts'

export type TaskRun = {
  tenantId: string
  /** First and last number of the run. */
  from: number
  to: number
  /** Tasks the tenant will have in the end; their times are spread over the span by number. */
  total: number
  seed: number
}

export type Span = { startMs: number; endMs: number }

/** Words and, as text is slow to take apart, also what a search index keeps of them. */
const vocabulary = { verbs, subjects, places, sentences }

const vectors = (name: string, words: readonly string[]) => sql`array(
    select to_tsvector('simple', word) from unnest(${words}::text[]) with ordinality as w (word, rank)
    order by rank) as ${raw(`${name}_found`)}`

const given = ({ startMs, endMs }: Span) => sql`
  select ${startMs}::bigint as start_ms, ${endMs}::bigint as end_ms, ${verbs}::text[] as verbs,
    ${subjects}::text[] as subjects, ${places}::text[] as places, ${sentences}::text[] as sentences,
    ${queues}::text[] as queues, ${people}::text[] as people, ${agents}::text[] as agents,
    ${labels}::text[] as labels, ${sources}::text[] as sources,
    ${join(Object.entries(vocabulary).map(([name, words]) => vectors(name, words)))}`

const runRows = (runs: readonly TaskRun[]) => sql`
  select * from unnest(${runs.map((run) => run.tenantId)}::uuid[], ${runs.map((run) => run.from)}::bigint[],
    ${runs.map((run) => run.to)}::bigint[], ${runs.map((run) => run.total)}::bigint[],
    ${runs.map((run) => run.seed)}::bigint[]) as r (tenant_id, first_n, last_n, total, seed)`

/** Three draws per number. A hash and not random(): an interrupted load resumes with the same values. */
const draws = sql`
  select tenant_id, n, start_ms + (end_ms - start_ms) * (n - 1) / total
      + (hashint8extended(n, seed) & 9223372036854775807) % greatest(1, (end_ms - start_ms) / total) as ms,
    hashint8extended(n, seed + 1) & 9223372036854775807 as a,
    hashint8extended(n, seed + 2) & 9223372036854775807 as b,
    hashint8extended(n, seed + 3) & 9223372036854775807 as c,
    n > total * 0.9 as recent
  from given, run, generate_series(first_n, last_n) n`

/**
 * Numbers, ids (UUIDv7) and times ascend together, as they do when tasks arrive one by one. Older tasks are mostly
 * done, the last tenth is mostly open. A product of two draws favors the beginning of a list.
 */
const outlines = sql`
  select tenant_id, n, a, b, c, recent, to_timestamp(ms / 1000.0) as created_at, to_timestamp(end_ms / 1000.0) as latest,
    (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(a & 4095), 3, '0') || to_hex(8 + (b & 3))
      || lpad(to_hex(c & 1152921504606846975), 15, '0'))::uuid as id,
    case
      when (recent and a % 100 < 15) or a % 100 < 2 then 'triage'
      when (recent and a % 100 < 55) or a % 100 < 6 then 'ready'
      when (recent and a % 100 < 72) or a % 100 < 9 then 'in_progress'
      when (recent and a % 100 < 77) or a % 100 < 10 then 'input_required'
      when (recent and a % 100 < 85) or a % 100 < 12 then 'in_review'
      when a % 100 < 93 then 'completed'
      when a % 100 < 95 then 'failed'
      else 'canceled'
    end as status,
    case when b % 5 < 2 then '{}' else labels[1 + (b / 8 % 24) * (b / 256 % 24) / 24
      : 1 + (b / 8 % 24) * (b / 256 % 24) / 24 + b / 8192 % 3] end as labels,
    case when c % 5 = 0 then sources[1 + c / 8 % 3] end as source
  from draw, given`

/** A parent is taken from the same run, because only there its id is known. */
const fullTasks = sql`
  select t.tenant_id, t.id, t.n as number, t.labels, t.status, t.source, created_at,
    verbs[1 + a / 128 % 20] || ' ' || subjects[1 + a / 4096 % 30] || ' ' || places[1 + a / 131072 % 16] as title,
    sentences[1 + b / 128 % 20] || ' ' || sentences[1 + b / 4096 % 20] || ' ' || sentences[1 + b / 131072 % 20]
      || case when b % 3 = 0 then '' else
        E'\n\n' || sentences[1 + c / 128 % 20] || ' ' || sentences[1 + c / 4096 % 20] end
      || ' Reference ' || upper(to_hex(c % 16777216)) || '.' as description,
    setweight(verbs_found[1 + a / 128 % 20] || subjects_found[1 + a / 4096 % 30] || places_found[1 + a / 131072 % 16],
      'A') as title_found,
    sentences_found[1 + b / 128 % 20] || sentences_found[1 + b / 4096 % 20] || sentences_found[1 + b / 131072 % 20]
      || case when b % 3 = 0 then '' else
        sentences_found[1 + c / 128 % 20] || sentences_found[1 + c / 4096 % 20] end
      || to_tsvector('simple', 'Reference ' || upper(to_hex(c % 16777216)) || '.') as description_found,
    case when a / 64 % 20 = 0 then 1 when a / 64 % 20 < 4 then 2 when a / 64 % 20 < 16 then 3 else 4 end as priority,
    queues[1 + (c / 64 % 8) * (c / 512 % 8) / 8] as queue,
    case when b / 64 % 5 < 3 then people[1 + b / 1024 % 30] end as assignee,
    case when b / 64 % 7 = 0 then agents[1 + b / 1024 % 4] end as delegate,
    parent.parent_id,
    case when c / 64 % 5 < 2 then created_at + (1 + c / 1024 % 60) * interval '1 day' end as due_at,
    case when a % 10 = 0 then json_build_object('record', c % 100000, 'channel', 'mail') end as input,
    case when a % 4 = 0 then json_build_object('customer', 'C-' || c % 5000, 'estimate', b % 40)
      else '{}' end as fields,
    case when t.source is not null then t.n::text end as external_id,
    1 + a % 4 as version,
    least(created_at + (a % 4) * (1 + b % 72) * interval '1 hour', latest) as updated_at,
    case when t.status in ('completed', 'failed', 'canceled')
      then least(created_at + (1 + b % 400) * interval '1 hour', latest) end as completed_at
  from given cross join outline t
    left join (select tenant_id, n, id from outline) parent (tenant_id, parent_n, parent_id)
      on t.b % 20 = 0 and parent.tenant_id = t.tenant_id and parent.parent_n = t.n - 1 - t.c % 30`

const taskId = (uuid: Sql) => sql`'tsk_' || replace(${uuid}::text, '-', '')`
/** As the service prints times. */
const time = (moment: Sql) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The document of the contract's Task, field by field in its order. */
const document = sql`json_build_object(
  'id', ${taskId(sql`id`)}, 'number', number, 'title', title, 'description', description, 'status', status,
  'priority', (array['urgent', 'high', 'normal', 'low'])[priority], 'queue', queue, 'labels', labels,
  'assignee', assignee, 'delegate', delegate, 'parent_id', ${taskId(sql`parent_id`)}, 'due_at', ${time(sql`due_at`)},
  'not_before', null, 'input', input, 'result', null, 'fields', fields,
  'origin', json_build_object('kind', case when source is null then 'api' else 'integration' end,
    'integration_id', null, 'external_id', external_id, 'url', null),
  'source', source, 'external_id', external_id, 'settled_at', null, 'version', version,
  'created_by', json_build_object('kind', 'system', 'id', 'load'), 'created_at', ${time(sql`created_at`)},
  'updated_at', ${time(sql`updated_at`)}, 'completed_at', ${time(sql`completed_at`)})`

/** In the order of their creation, so that the tenants' rows are mixed on disk as if they had arrived one by one. */
const insertRows = sql`
  insert into tasks (tenant_id, id, number, version, status, priority, queue, assignee, delegate, parent_id, due_at,
    source, external_id, updated_at, search, doc)
  select tenant_id, id, number, version, status, priority, queue, assignee, delegate, parent_id, due_at,
    source, external_id, updated_at, title_found || setweight(description_found, 'B'), ${document}
  from full_task
  order by id`

/** The counters move with the rows, as if the service had handed the numbers out. */
export async function insertTasks(
  db: Database,
  runs: readonly TaskRun[],
  span: Span,
): Promise<void> {
  await db.groupTx(
    runs.map((run) => run.tenantId),
    [
      sql`
    with given as materialized (${given(span)}),
      run as materialized (${runRows(runs)}),
      draw as materialized (${draws}),
      outline as materialized (${outlines}),
      full_task as materialized (${fullTasks}),
      inserted as (${insertRows}),
      counted as (
        insert into task_counters (tenant_id, last_number) select tenant_id, last_n from run
        on conflict (tenant_id) do update set last_number = excluded.last_number)
    insert into task_labels (tenant_id, label, task_id)
    select tenant_id, label, id from outline, unnest(labels) label`,
    ],
  )
}

export async function readCounters(
  db: Database,
  tenantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.groupTx<{ tenant_id: string; last_number: number }>(tenantIds, [
    sql`select tenant_id, last_number from task_counters where tenant_id = any(${tenantIds}::uuid[])`,
  ])
  return new Map(rows.map((row) => [row.tenant_id, row.last_number]))
}
