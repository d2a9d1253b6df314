// What a person does with items of the inbox: shown at once, sent, and taken back if it fails. Done and snooze can be undone.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Notification, NotificationChange } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { applyItems, changed, keepItem } from './inbox-cache.ts'
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

/** One after the other: a change that is undone at once must not arrive after its undo. */
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

async function inTurn<Result>(client: QueryClient, run: () => Promise<Result>): Promise<Result> {
  waiting++
  const done = last.then(run)
  last = done.catch(() => undefined)
  try {
    return await done
  } finally {
    waiting--
    // Read before the last one is sent, a list would show the others as they were.
    if (waiting === 0) void client.invalidateQueries({ queryKey: ['inbox'] })
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

async function send(
  client: QueryClient,
  item: Notification,
  change: NotificationChange,
  onDone?: () => void,
): Promise<void> {
  const next = changed(item, change, nowText())
  // An answer on its way would bring the item back as it was.
  await client.cancelQueries({ queryKey: ['inbox'] })
  const takeBack = keepItem(client, next)
  applyItems(client, [next], nowText())
  try {
    const request = { params: { notification: item.id }, body: change }
    await inTurn(client, () => call('inbox.change', request))
    onDone?.()
  } catch (error) {
    takeBack()
    showFailure(messageOf(error), () => void send(client, item, change, onDone), item.id)
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
  const takeBacks = shown.map((one) => keepItem(client, one))
  applyItems(client, shown, nowText())
  try {
    const body = kind ? { kind: [...kind] } : {}
    const { ids } = (await inTurn(client, () => call('inbox.read_all', { body }))).body
    if (ids.length > 0) showDone(said(ids.length), () => void unread(client, ids))
  } catch (error) {
    for (const takeBack of takeBacks) takeBack()
    showFailure(messageOf(error), () => void readAll(client, filter, said))
  }
}

async function unread(client: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    for (let at = 0; at < ids.length; at += BULK_MAX) {
      const body = { ids: ids.slice(at, at + BULK_MAX), read: false }
      await inTurn(client, () => call('inbox.bulk', { body }))
    }
  } catch (error) {
    showFailure(messageOf(error), () => void unread(client, ids))
  }
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
      const undo = () => void send(client, changed(item, change, nowText()), before(item))
      void send(client, item, change, () => showDone(said, undo))
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
