// SQL of one person's inbox.
import {
  type NOTIFICATION_STATES,
  NOTIFICATIONS_MAX,
  type NotificationKind,
  type Status,
} from '@task-service/contract'
import { empty, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type NotificationRow = {
  id: string
  kind: NotificationKind
  task_id: string
  subject_id: string | null
  actor: string | null
  created_at: Date
  shows_at: Date
  read_at: Date | null
  done_at: Date | null
  snoozed_until: Date | null
  number: number
  title: string
  status: Status
  due_at: Date | null
  text: string | null
  is_open: boolean
  is_snoozed: boolean
}

export type Place = { before: { at: string; id: string } | undefined; limit: number }
export type Filters = {
  kinds: readonly NotificationKind[] | undefined
  state: (typeof NOTIFICATION_STATES)[number]
  isUnread: boolean | undefined
}

/** Of a comment or a question, for lists. */
const TEXT_LENGTH = 500

const isSnoozed = sql`coalesce(a.snoozed_until > now(), false)`
/** What has been decided no longer waits for anyone. */
const isOpen = sql`coalesce(r.state, i.state, 'open') = 'open'`
const isUnread = sql`(a.read_at is null and a.done_at is null and not ${isSnoozed} and ${isOpen})`

/** Items of deleted tasks are left out. */
const joined = (tx: Tx) => sql`
  notifications a
  join tasks t on ${tx.mine('t')} and t.id = a.task_id
  left join questions r on ${tx.mine('r')} and a.kind = 'question' and r.id = a.subject_id
  left join approvals i on ${tx.mine('i')} and a.kind = 'approval' and i.id = a.subject_id`

const columns = sql`a.id, a.kind, a.task_id, a.subject_id, a.actor, a.created_at, a.shows_at, a.read_at, a.done_at,
  a.snoozed_until, t.number::float8 as number, without_nul(t.doc) ->> 'title' as title, t.status, t.due_at,
  left(case a.kind when 'mention' then c.body when 'question' then r.prompt end, ${TEXT_LENGTH}::integer) as text,
  ${isOpen} as is_open, ${isSnoozed} as is_snoozed`

const withText = (tx: Tx) => sql`${joined(tx)}
  left join comments c on ${tx.mine('c')} and a.kind = 'mention' and c.id = a.subject_id`

const states: Readonly<Record<Filters['state'], Sql>> = {
  active: sql`a.done_at is null and not ${isSnoozed}`,
  snoozed: sql`a.done_at is null and ${isSnoozed}`,
  done: sql`a.done_at is not null`,
}

const ofKinds = (kinds: readonly NotificationKind[] | undefined) =>
  kinds ? sql`and a.kind = any (${kinds}::text[])` : empty

export function listNotifications(
  tx: Tx,
  userId: string,
  { kinds, state, isUnread: wanted }: Filters,
  { before, limit }: Place,
): Promise<NotificationRow[]> {
  const unread = wanted === undefined ? empty : sql`and ${isUnread} = ${wanted}`
  return tx.rows<NotificationRow>(sql`
    select ${columns} from ${withText(tx)}
    where ${tx.mine('a')} and a.user_id = ${userId} and ${states[state]} ${ofKinds(kinds)} ${unread}
      ${before ? sql`and (a.shows_at, a.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : empty}
    order by a.shows_at desc, a.id desc
    limit ${limit}`)
}

export function findNotification(
  tx: Tx,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> {
  return tx.row<NotificationRow>(sql`
    select ${columns} from ${withText(tx)} where ${tx.mine('a')} and a.user_id = ${userId} and a.id = ${id}`)
}

export function countUnreadByKind(
  tx: Tx,
  userId: string,
): Promise<{ kind: NotificationKind; count: number }[]> {
  return tx.rows(sql`
    select a.kind, count(*)::int as count from ${joined(tx)}
    where ${tx.mine('a')} and a.user_id = ${userId} and ${isUnread}
    group by a.kind`)
}

export type Change = {
  read?: boolean | undefined
  done?: boolean | undefined
  snoozedUntil?: Date | null | undefined
}

/** In the order of their IDs, so that two changes of the same items wait for each other instead of failing. */
export async function updateNotifications(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  { read, done, snoozedUntil }: Change,
): Promise<string[]> {
  const isRead = done === true ? true : read
  const rows = await tx.rows<{ id: string }>(sql`
    with picked as (
      select a.id from notifications a
      where ${tx.mine('a')} and a.user_id = ${userId} and a.id = any (${ids}::uuid[])
      order by a.id for update)
    update notifications set
      read_at = case ${isRead ?? null}::boolean when true then coalesce(read_at, now())
        when false then null else ${snoozedUntil ? sql`null` : sql`read_at`} end,
      done_at = case ${done ?? null}::boolean when true then coalesce(done_at, now()) when false then null else done_at end
      ${snoozedUntil === undefined ? empty : sql`, snoozed_until = ${snoozedUntil}::timestamptz, shows_at = coalesce(${snoozedUntil}::timestamptz, created_at)`}
    from picked
    where ${tx.mine()} and user_id = ${userId} and notifications.id = picked.id
    returning notifications.id`)
  return rows.map(({ id }) => id)
}

export async function listUnreadIds(
  tx: Tx,
  userId: string,
  kinds: readonly NotificationKind[] | undefined,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select a.id from ${joined(tx)}
    where ${tx.mine('a')} and a.user_id = ${userId} and ${isUnread} ${ofKinds(kinds)}
    limit ${NOTIFICATIONS_MAX}::integer`)
  return rows.map(({ id }) => id)
}
