// Changes of one's own inbox as the screen shows them before the server has confirmed them.
import type { QueryClient } from '@tanstack/react-query'
import type { InboxCounts, Notification, NotificationChange } from '@task-service/contract'
import { type Box, COUNTS, type InboxPages, LISTS } from './inbox-lists.ts'

/** The item after a change, as the server will have it. */
export function changed(item: Notification, change: NotificationChange, now: string): Notification {
  const { read, done, snoozed_until: snoozed } = change
  const isRead = done === true ? true : (read ?? (snoozed ? false : undefined))
  const next = {
    ...item,
    read_at: isRead === undefined ? item.read_at : isRead ? (item.read_at ?? now) : null,
    done_at: done === undefined ? item.done_at : done ? (item.done_at ?? now) : null,
    snoozed_until: snoozed === undefined ? item.snoozed_until : snoozed,
  }
  const isUnread = next.read_at === null && boxOf(next, now) === 'active' && next.is_open
  return { ...next, unread: isUnread }
}

export function boxOf(
  { done_at: done, snoozed_until: until }: Pick<Notification, 'done_at' | 'snoozed_until'>,
  now: string,
): Box {
  if (done !== null) return 'done'
  return until !== null && Date.parse(until) > Date.parse(now) ? 'snoozed' : 'active'
}

/** In every list that is kept; an item that no longer belongs to a list disappears from it. */
export function applyItems(client: QueryClient, items: readonly Notification[], now: string): void {
  const byId = new Map(items.map((item) => [item.id, item]))
  const counted = new Map<string, Notification>()
  for (const [key, pages] of client.getQueriesData<InboxPages>({ queryKey: LISTS })) {
    if (!pages) continue
    client.setQueryData<InboxPages>(key, {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        data: page.data.flatMap((old) => {
          const item = byId.get(old.id)
          if (!item) return [old]
          counted.set(old.id, old)
          return boxOf(item, now) === key[2] ? [item] : []
        }),
      })),
    })
  }
  const moved = [...counted.values()].flatMap((old) => {
    const unread = Number(byId.get(old.id)?.unread ?? false) - Number(old.unread)
    return unread === 0 ? [] : [{ kind: old.kind, by: unread }]
  })
  if (moved.length > 0) addToCounts(client, moved)
}

function addToCounts(
  client: QueryClient,
  moved: readonly { kind: Notification['kind']; by: number }[],
): void {
  client.setQueryData<InboxCounts>(COUNTS, (counts) => {
    if (!counts) return counts
    const next = { unread: counts.unread, by_kind: { ...counts.by_kind } }
    for (const { kind, by } of moved) {
      next.unread = Math.max(0, next.unread + by)
      next.by_kind[kind] = Math.max(0, (next.by_kind[kind] ?? 0) + by)
    }
    return next
  })
}

/**
 * Returns what puts one item back where it was, for a change that the server did not take. What was done to others meanwhile
 * stays.
 */
export function keepItem(client: QueryClient, next: Notification): () => void {
  const kept = client
    .getQueriesData<InboxPages>({ queryKey: LISTS })
    .flatMap(([key, list]) => (list ? placesOf(list, next.id).map((at) => ({ key, ...at })) : []))
  return () => {
    for (const { key, page: wanted, place, item } of kept) {
      client.setQueryData<InboxPages>(
        key,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page, at) => {
              const data = page.data.filter(({ id }) => id !== next.id)
              return { ...page, data: at === wanted ? data.toSpliced(place, 0, item) : data }
            }),
          },
      )
    }
    const [first] = kept
    const by = first ? Number(first.item.unread) - Number(next.unread) : 0
    if (by !== 0) addToCounts(client, [{ kind: next.kind, by }])
  }
}

function placesOf(list: InboxPages, id: string) {
  return list.pages.flatMap(({ data }, page) =>
    data.flatMap((item, place) => (item.id === id ? [{ page, place, item }] : [])),
  )
}
