// What a person does with items of the inbox: shown at once, sent, and taken back if it fails. Done and snooze can be undone.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Notification, NotificationChange } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { applyItems, changed, keepInbox } from './inbox-cache.ts'
import { type Filter, type InboxPages, kindsOf, LISTS } from './inbox-lists.ts'

const BULK_MAX = 200

export type InboxActs = {
  read: (item: Notification) => void
  toggleRead: (item: Notification) => void
  finish: (item: Notification) => void
  restore: (item: Notification) => void
  snooze: (item: Notification, until: Date, words: string) => void
  readAll: (filter: Filter) => void
}

const nowText = () => new Date().toISOString()

async function send(
  client: QueryClient,
  item: Notification,
  change: NotificationChange,
): Promise<void> {
  // An answer on its way would bring the item back as it was.
  await client.cancelQueries({ queryKey: ['inbox'] })
  const takeBack = keepInbox(client)
  applyItems(client, [changed(item, change, nowText())], nowText())
  try {
    await call('inbox.change', { params: { notification: item.id }, body: change })
  } catch (error) {
    takeBack()
    const again = () => void send(client, item, change)
    showFailure(error instanceof Error ? error.message : String(error), again, item.id)
  } finally {
    void client.invalidateQueries({ queryKey: ['inbox'] })
  }
}

async function readAll(client: QueryClient, filter: Filter, said: (count: number) => string) {
  const kind = kindsOf[filter]
  const isOne = (one: Notification) =>
    one.unread && (kind === undefined || (kind as readonly string[]).includes(one.kind)) // compared as text
  const shown = client
    .getQueriesData<InboxPages>({ queryKey: LISTS })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
    .filter(isOne)
    .map((one) => changed(one, { read: true }, nowText()))
  await client.cancelQueries({ queryKey: ['inbox'] })
  const takeBack = keepInbox(client)
  applyItems(client, shown, nowText())
  try {
    const { ids } = (await call('inbox.read_all', { body: kind ? { kind: [...kind] } : {} })).body
    if (ids.length > 0) showDone(said(ids.length), () => void unread(client, ids))
  } catch (error) {
    takeBack()
    showFailure(error instanceof Error ? error.message : String(error))
  } finally {
    void client.invalidateQueries({ queryKey: ['inbox'] })
  }
}

async function unread(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BULK_MAX) {
    await call('inbox.bulk', { body: { ids: ids.slice(at, at + BULK_MAX), read: false } })
  }
  void client.invalidateQueries({ queryKey: ['inbox'] })
}

export function useInboxActs(): InboxActs {
  const client = useQueryClient()
  const { t } = useTranslation('inbox')
  return useMemo(() => {
    const before = ({ read_at, done_at, snoozed_until }: Notification): NotificationChange => ({
      done: done_at !== null,
      // Done and snooze change it, too.
      read: read_at !== null,
      snoozed_until:
        snoozed_until !== null && Date.parse(snoozed_until) > Date.now() ? snoozed_until : null,
    })
    const undoable = (item: Notification, change: NotificationChange, said: string) => {
      void send(client, item, change)
      showDone(said, () => void send(client, changed(item, change, nowText()), before(item)))
    }
    return {
      read: (item) => void send(client, item, { read: true }),
      toggleRead: (item) => void send(client, item, { read: item.read_at === null }),
      finish: (item) => undoable(item, { done: true }, t('said.done')),
      restore: (item) => undoable(item, { done: false, snoozed_until: null }, t('said.restored')),
      snooze: (item, until, words) =>
        undoable(item, { snoozed_until: until.toISOString() }, t('said.snoozed', { time: words })),
      readAll: (filter) => void readAll(client, filter, (count) => t('said.readAll', { count })),
    }
  }, [client, t])
}
