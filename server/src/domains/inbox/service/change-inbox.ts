// Changing one's own inbox: read, done, snoozed. No event and no audit entry: it changes nothing for anyone else.
import {
  type Notification,
  type NotificationChange,
  type NotificationKind,
  SNOOZE_DAYS_MAX,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { notificationNotFound, snoozeRefused } from '../errors.ts'
import {
  type Change,
  findNotification,
  listUnreadIds,
  updateNotifications,
} from '../store/notifications.ts'
import { ownerOf, toNotification } from './list-inbox.ts'

const DAY_MS = 24 * 3_600_000

function toChange({ now }: Context, { read, done, snoozed_until: at }: NotificationChange): Change {
  if (at === undefined || at === null) return { read, done, snoozedUntil: at }
  const until = new Date(at)
  const aheadMs = until.getTime() - now.getTime()
  if (aheadMs <= 0 || aheadMs > SNOOZE_DAYS_MAX * DAY_MS) throw snoozeRefused(at)
  return { read, done, snoozedUntil: until }
}

export async function changeOne(
  ctx: Context,
  notification: string,
  change: NotificationChange,
): Promise<Notification> {
  const id = decodeId('notification', notification)
  const wanted = toChange(ctx, change)
  if (id) await updateNotifications(ctx.tx, ownerOf(ctx), [id], wanted)
  const row = id && (await findNotification(ctx.tx, ownerOf(ctx), id))
  if (!row) throw notificationNotFound()
  return toNotification(row)
}

export async function changeMany(
  ctx: Context,
  notifications: readonly string[],
  change: NotificationChange,
): Promise<string[]> {
  const ids = notifications.flatMap((one) => decodeId('notification', one) ?? [])
  const changed = await updateNotifications(ctx.tx, ownerOf(ctx), ids, toChange(ctx, change))
  return changed.map((id) => encodeId('notification', id))
}

export async function readAll(
  ctx: Context,
  kinds: readonly NotificationKind[] | undefined,
): Promise<string[]> {
  const ids = await listUnreadIds(ctx.tx, ownerOf(ctx), kinds)
  if (ids.length === 0) return []
  const changed = await updateNotifications(ctx.tx, ownerOf(ctx), ids, { read: true })
  return changed.map((id) => encodeId('notification', id))
}
