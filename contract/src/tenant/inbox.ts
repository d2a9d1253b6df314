// The inbox of a person: what happened that concerns them. Each sees only their own.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { STATUSES } from '../transitions.ts'

/** Of one person; the oldest are deleted. */
export const NOTIFICATIONS_MAX = 1_000
export const NOTIFICATION_BULK_MAX = 200
/** Of a snooze. */
export const SNOOZE_DAYS_MAX = 366

export const NOTIFICATION_KINDS = [
  'question',
  'approval',
  'mention',
  'assignment',
  'failure',
  'due_soon',
  'overdue',
] as const
export const NotificationKind = Choice(NOTIFICATION_KINDS, {
  description:
    '`assignment`: a task was assigned to you. `failure`: a task that is assigned to you or that you created failed. `due_soon`: a task that is assigned to you is due within 24 hours.',
})
export type NotificationKind = Static<typeof NotificationKind>

export const NOTIFICATION_STATES = ['active', 'snoozed', 'done'] as const
const kinds = Type.Optional(
  Type.Array(NotificationKind, {
    minItems: 1,
    maxItems: NOTIFICATION_KINDS.length,
    uniqueItems: true,
    description: 'Any of these; repeatable',
  }),
)

const TaskSummary = Closed(
  {
    id: Id('task'),
    number: Type.Integer(),
    title: Type.String(),
    status: Choice(STATUSES),
    due_at: Nullable(Timestamp()),
  },
  { description: 'The task as it is now' },
)

export const Notification = Closed(
  {
    id: Id('notification'),
    kind: NotificationKind,
    task: TaskSummary,
    subject_id: Nullable(Type.String(), {
      description: 'ID of the question, approval or comment; null if it is about the task itself',
    }),
    text: Nullable(Type.String(), {
      description: 'The question, or the beginning of the comment',
    }),
    is_open: Type.Boolean({
      description: 'false if the question or approval has been decided; otherwise true',
    }),
    unread: Type.Boolean({
      description: 'Not read, and counted: items that are done, snoozed or decided are not',
    }),
    actor: Nullable(Actor, { description: 'Who caused it; null for due dates' }),
    created_at: Timestamp(),
    read_at: Nullable(Timestamp()),
    done_at: Nullable(Timestamp()),
    snoozed_until: Nullable(Timestamp()),
  },
  { description: 'An item in the inbox of a person' },
)
export type Notification = Static<typeof Notification>

export const InboxQuery = Closed({
  ...pageQuery,
  kind: kinds,
  state: Type.Optional(
    Choice(NOTIFICATION_STATES, {
      default: 'active',
      description: '`snoozed`: hidden until `snoozed_until`',
    }),
  ),
  unread: Type.Optional(Type.Boolean({ description: 'Only those that are unread, or are not' })),
})
export type InboxQuery = Static<typeof InboxQuery>
export const InboxPage = Page(Notification, 'A page of the inbox, newest first')
export const notificationParams = Closed({ notification: Id('notification') })

const change = {
  read: Type.Optional(Type.Boolean()),
  done: Type.Optional(Type.Boolean({ description: 'true also marks it as read' })),
  snoozed_until: Type.Optional(
    Nullable(
      Timestamp(
        `Hidden until then, and unread again; in the future, at most ${SNOOZE_DAYS_MAX} days. null ends the snooze.`,
      ),
    ),
  ),
}

export const NotificationChange = Closed(change, {
  minProperties: 1,
  description: 'Omitted fields are unchanged',
})
export type NotificationChange = Static<typeof NotificationChange>

export const InboxBulk = Closed(
  {
    ids: Type.Array(Id('notification'), {
      minItems: 1,
      maxItems: NOTIFICATION_BULK_MAX,
      uniqueItems: true,
    }),
    ...change,
  },
  { minProperties: 2, description: 'The same change for several items' },
)
export type InboxBulk = Static<typeof InboxBulk>

export const InboxReadAll = Closed({ kind: kinds })
export type InboxReadAll = Static<typeof InboxReadAll>

export const InboxChanged = Closed({
  ids: Type.Array(Id('notification'), {
    description: 'Items that were changed; unknown ones are left out',
  }),
})
export type InboxChanged = Static<typeof InboxChanged>

export const InboxCounts = Closed(
  {
    unread: Type.Integer({ minimum: 0 }),
    by_kind: Type.Unsafe<Partial<Record<NotificationKind, number>>>({
      type: 'object',
      additionalProperties: Type.Integer({ minimum: 0 }),
      description: 'Kinds without unread items are left out',
    }),
  },
  { description: 'Unread items' },
)
export type InboxCounts = Static<typeof InboxCounts>
