// SQL with which the dispatcher and the clock find whom something concerns, across tenants, and note it in their inboxes.
import type { NotificationKind } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { LoggedEvent } from '#events/logged-event.ts'
import { uuidv7 } from '#lib/uuid.ts'

export type Concern = {
  tenant_id: string
  user_id: string
  kind: NotificationKind
  task_id: string
  subject_id: string | null
  actor: string | null
  cause: string
  at: Date
}

/** Of a question or an approval of a task that is not assigned to a user: those who signed in last. */
const RECIPIENTS_MAX = 200

/** An event, and whether it may have assigned its task to someone. */
export type NotedEvent = LoggedEvent & { assigns: boolean }

/** Which events concern whom. Users who are disabled have no inbox, and no one is notified of what they did themselves. */
export function listConcerned(tx: Reader, events: readonly NotedEvent[]): Promise<Concern[]> {
  return tx.rows<Concern>(sql`
    with wanted as (
      select * from unnest(
        ${events.map((event) => event.tenant_id)}::uuid[], ${events.map((event) => event.xid)}::xid8[],
        ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.occurred_at)}::timestamptz[],
        ${events.map((event) => event.type)}::text[], ${events.map((event) => event.subject_id)}::uuid[],
        ${events.map((event) => event.actor)}::text[], ${events.map((event) => event.assigns)}::boolean[]
      ) as wanted (tenant_id, xid, id, occurred_at, type, subject_id, actor, assigns)),
    concerned as (${mentioned} union all ${assigned} union all ${failed} union all ${creatorsOfFailed} union all ${asked})
    select c.tenant_id, c.user_id, c.kind, c.task_id, c.subject_id, c.actor, c.cause, c.at
    from concerned c join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where u.disabled_at is null and c.actor <> 'user:usr_' || replace(u.id::text, '-', '')`)
}

const mentioned = sql`
  select w.tenant_id, case when m like 'user:usr\_%' then substr(m, 10)::uuid end as user_id, 'mention' as kind,
    c.task_id, c.id as subject_id, w.actor, 'mention:' || c.id as cause, w.occurred_at as at
  from wanted w
  join comments c on c.tenant_id = w.tenant_id and c.id = w.subject_id
  cross join unnest(c.mentions) as m
  where w.type in ('comment.created', 'comment.updated')`

/**
 * The content of an event of `w`, which may have a megabyte. `offset 0` keeps the planner from reading it of events that are
 * not wanted: with a join it would parse all there are. It may contain U+0000, with which operators of json fail.
 */
const content = sql`lateral (
    select without_nul(e.data) as data from events e
    where e.tenant_id = w.tenant_id and e.xid = w.xid and e.id = w.id and e.occurred_at = w.occurred_at
    offset 0) e`

/** Most new tasks are not assigned: those are left out before their events are read. */
const assigned = sql`
  select w.tenant_id, u.id, 'assignment', w.subject_id, null::uuid, w.actor, 'assignment:' || w.id, w.occurred_at
  from (
    select w.* from wanted w
    join tasks t on t.tenant_id = w.tenant_id and t.id = w.subject_id
    where w.assigns and t.assignee is not null offset 0) w
  cross join ${content}
  join users u on u.tenant_id = w.tenant_id and u.username = lower(e.data ->> 'assignee')`

const failed = sql`
  select w.tenant_id, u.id, 'failure', w.subject_id, null::uuid, w.actor, 'failure:' || w.id, w.occurred_at
  from (select * from wanted where type = 'task.failed' offset 0) w
  cross join ${content}
  join users u on u.tenant_id = w.tenant_id and u.username = lower(e.data ->> 'assignee')`

const creatorsOfFailed = sql`
  select w.tenant_id,
    case when e.data #>> '{created_by,kind}' = 'user' then substr(e.data #>> '{created_by,id}', 5)::uuid end,
    'failure', w.subject_id, null::uuid, w.actor, 'failure:' || w.id, w.occurred_at
  from (select * from wanted where type = 'task.failed' offset 0) w
  cross join ${content}`

/** The assignee decides; without one who is a user, everyone may. */
const asked = sql`
  select q.tenant_id, r.id, q.kind, q.task_id, q.subject_id, q.actor, q.kind || ':' || q.subject_id, q.occurred_at
  from (
    select w.tenant_id, substr(e.data ->> 'id', 5)::uuid as subject_id, w.actor, w.occurred_at,
      split_part(w.type, '.', 1) as kind, substr(e.data ->> 'task_id', 5)::uuid as task_id
    from (select * from wanted where type in ('question.asked', 'approval.requested') offset 0) w
    cross join ${content}) q
  join tasks t on t.tenant_id = q.tenant_id and t.id = q.task_id
  left join users p on p.tenant_id = q.tenant_id and p.username = lower(t.assignee) and p.disabled_at is null
  cross join lateral (
    select u.id from users u
    where u.tenant_id = q.tenant_id and u.disabled_at is null and (p.id is null or u.id = p.id)
    order by u.last_sign_in_at desc nulls last, u.id
    limit ${RECIPIENTS_MAX}::integer) r`

/** What is due within this time. */
const SOON = '24 hours'
/** Tasks that were overdue for longer when the service first looked are no news. */
const LATELY = '24 hours'
/** Of one tenant in one round; the next one continues. */
const DUE_MAX = 500
/** Tasks of one tenant that are looked at in one round: most may be assigned to names that no user has. */
const EXAMINED_MAX = 20_000
/** Of all tenants in one round. */
const ROUND_MAX = 10_000

export type Person = { tenant_id: string; user_id: string }

/** Open tasks of users that are due soon or overdue, and were not noted yet; without those of `full` inboxes. */
export function listDue(tx: Reader, full: readonly Person[]): Promise<Concern[]> {
  return tx.rows<Concern>(sql`
    with full_inboxes as materialized (
      select * from unnest(
        ${full.map((one) => one.tenant_id)}::uuid[], ${full.map((one) => one.user_id)}::uuid[]) as f (tenant_id, user_id))
    select due.* from tenants x
    cross join lateral (
      select t.tenant_id, u.id as user_id, k.kind, t.id as task_id, null::uuid as subject_id, null::text as actor,
        c.cause, now() as at
      from (
        select t.tenant_id, t.id, t.assignee, t.due_at from tasks t
        where t.tenant_id = x.tenant_id and t.due_at is not null
          and t.status in ('triage', 'ready', 'in_progress', 'input_required', 'in_review')
          and t.due_at > now() - ${LATELY}::interval and t.due_at <= now() + ${SOON}::interval
        order by t.due_at
        limit ${EXAMINED_MAX}::integer) t
      join users u on u.tenant_id = t.tenant_id and u.username = lower(t.assignee) and u.disabled_at is null
      cross join lateral (select case when t.due_at <= now() then 'overdue' else 'due_soon' end as kind) k
      cross join lateral (select k.kind || ':' || t.id || ':' || extract(epoch from t.due_at) as cause) c
      where not exists (
          select from notifications n
          where n.tenant_id = t.tenant_id and n.user_id = u.id and n.cause = c.cause)
        and not exists (select from full_inboxes f where f.tenant_id = t.tenant_id and f.user_id = u.id)
      order by t.due_at
      limit ${DUE_MAX}::integer) due
    where x.status = 'active'
    limit ${ROUND_MAX}::integer`)
}

/** What is already noted stays as it is, so that noting it again changes nothing. */
export async function insertNotifications(tx: Reader, concerns: readonly Concern[]): Promise<void> {
  // In one order, so that two writers wait for each other instead of failing.
  const rows = concerns.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await tx.rows(sql`
    insert into notifications (tenant_id, user_id, id, kind, task_id, subject_id, actor, cause, created_at, shows_at)
    select *, at as shows_at from unnest(
      ${rows.map((row) => row.tenant_id)}::uuid[], ${rows.map((row) => row.user_id)}::uuid[],
      ${rows.map((row) => uuidv7(row.at.getTime()))}::uuid[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.task_id)}::uuid[], ${rows.map((row) => row.subject_id)}::uuid[],
      ${rows.map((row) => row.actor)}::text[], ${rows.map((row) => row.cause)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]
    ) as concerned (tenant_id, user_id, id, kind, task_id, subject_id, actor, cause, at)
    on conflict (tenant_id, user_id, cause) do nothing`)
}

const keyOf = ({ tenant_id: tenant, user_id: user, cause }: Concern) => `${tenant} ${user} ${cause}`

/** As long as a due date can be noted again, its row says that it was. */
const isDueNow = sql`(n.kind in ('due_soon', 'overdue') and n.created_at > now() - interval '2 days')`

/** The oldest of people who have more than `most`. */
export async function deleteOldest(tx: Reader, most: number): Promise<void> {
  await tx.rows(sql`
    delete from notifications n using (
      select tenant_id, user_id, id, row_number() over (partition by tenant_id, user_id order by shows_at desc, id desc) as place
      from notifications
      where (tenant_id, user_id) in (
        select tenant_id, user_id from notifications group by 1, 2 having count(*) > ${most}::integer)
    ) r
    where r.place > ${most}::integer and n.tenant_id = r.tenant_id and n.user_id = r.user_id and n.id = r.id
      and not ${isDueNow}`)
}

/** People with as many due dates as an inbox holds. */
export function listFull(tx: Reader, most: number): Promise<Person[]> {
  return tx.rows<Person>(sql`
    select n.tenant_id, n.user_id from notifications n
    where (n.tenant_id, n.user_id) in (
      select tenant_id, user_id from notifications group by 1, 2 having count(*) >= ${most}::integer)
    group by 1, 2 having count(*) filter (where ${isDueNow}) >= ${most}::integer`)
}
