// Reading one's own inbox.
import type {
  InboxCounts,
  InboxQuery,
  Notification,
  NotificationKind,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import {
  countUnreadByKind,
  listNotifications,
  type NotificationRow,
} from '../store/notifications.ts'

const subjectKinds: Partial<Record<NotificationKind, 'question' | 'approval' | 'comment'>> = {
  question: 'question',
  approval: 'approval',
  mention: 'comment',
}

export function toNotification(row: NotificationRow): Notification {
  const subject = subjectKinds[row.kind]
  const isWaiting = row.done_at === null && !row.is_snoozed && row.is_open
  return {
    id: encodeId('notification', row.id),
    kind: row.kind,
    task: {
      id: encodeId('task', row.task_id),
      number: row.number,
      title: row.title,
      status: row.status,
      due_at: row.due_at?.toISOString() ?? null,
    },
    subject_id: subject && row.subject_id !== null ? encodeId(subject, row.subject_id) : null,
    text: row.text,
    is_open: row.is_open,
    unread: row.read_at === null && isWaiting,
    actor: row.actor === null ? null : parseActor(row.actor),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    done_at: row.done_at?.toISOString() ?? null,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
  }
}

/** Only users reach these operations. */
export function ownerOf({ actor }: Pick<Context, 'actor'>): string {
  const id = actor.kind === 'user' ? decodeId('user', actor.id) : undefined
  if (id === undefined) throw new Error(`${actor.kind} ${actor.id} has no inbox`)
  return id
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
  { kind, state = 'active', unread }: Omit<InboxQuery, 'limit' | 'cursor'>,
): Promise<{ data: Notification[]; next_cursor: string | null }> {
  const owner = ownerOf(ctx)
  const query = `inbox ${owner} ${JSON.stringify([kind?.toSorted(), state, unread])}`
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query }
  const filters = { kinds: kind, state, isUnread: unread }
  const before = page.cursor ? toPlace(decodeCursor(scope, page.cursor)) : undefined
  const rows = await listNotifications(ctx.tx, owner, filters, { before, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toNotification),
    next_cursor:
      rows.length > page.limit && last
        ? encodeCursor(scope, [last.shows_at.toISOString(), last.id])
        : null,
  }
}

/** What is unread of a person, newest first, for the e-mail digest: the first `most`, and how many there are. */
export async function listUnread(
  { tx }: Pick<Context, 'tx'>,
  userId: string,
  most: number,
): Promise<{ items: Notification[]; count: number }> {
  const filters = { kinds: undefined, state: 'active', isUnread: true } as const
  const [rows, counts] = await Promise.all([
    listNotifications(tx, userId, filters, { before: undefined, limit: most }),
    countUnreadByKind(tx, userId),
  ])
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  return { items: rows.map(toNotification), count }
}

const toPlace = ([at, id]: readonly (string | number)[]) => ({ at: String(at), id: String(id) })

export async function countUnread(ctx: Context): Promise<InboxCounts> {
  const counts = await countUnreadByKind(ctx.tx, ownerOf(ctx))
  return {
    unread: counts.reduce((sum, { count }) => sum + count, 0),
    by_kind: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
  }
}
