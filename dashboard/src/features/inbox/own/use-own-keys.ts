// The keys of one's own inbox: move, finish, snooze, mark as unread, and open what an item is about.
import { useNavigate } from '@tanstack/react-router'
import type { Notification } from '@task-service/contract'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { boxOf } from './inbox-cache.ts'
import type { InboxActs } from './use-inbox-acts.ts'
import { keyOf } from './use-own-inbox.ts'

export type OwnKeys = {
  items: readonly Notification[]
  item: Notification | undefined
  list: RefObject<HTMLElement | null>
  acts: InboxActs
  onSelect: (key: string) => void
  onSnooze: () => void
}

export function useOwnKeys(given: OwnKeys): void {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const latest = useLatest(given)
  const runs = useLatest({
    step: (by: 1 | -1) => step(latest(), by),
    open: () => {
      const task = latest().item?.task
      if (task)
        void navigate({ to: '/tasks/$task', params: { task: `T-${task.number}` }, search: {} })
    },
    review: () => {
      const approval = latest().item?.subject_id
      if (latest().item?.kind !== 'approval' || !approval) return
      void navigate({ to: '/inbox/approvals/$approval', params: { approval } })
    },
    finish: () => {
      const { item, acts } = latest()
      if (!item) return
      if (isPutAway(item)) acts.restore(item)
      else acts.finish(item)
    },
    snooze: () => {
      const { item, onSnooze } = latest()
      if (item && !isPutAway(item)) onSnooze()
    },
    toggleRead: () => {
      const { item, acts } = latest()
      if (item && !isPutAway(item)) acts.toggleRead(item)
    },
  })
  useKeys(
    useMemo(() => {
      const group = 'inbox' as const
      return [
        { keys: 'j', group, label: t('keys.next'), run: () => runs().step(1) },
        { keys: 'k', group, label: t('keys.previous'), run: () => runs().step(-1) },
        { keys: 'e', group, label: t('done'), run: () => runs().finish() },
        { keys: 'h', group, label: t('snooze.title'), run: () => runs().snooze() },
        { keys: 'u', group, label: t('keys.unread'), run: () => runs().toggleRead() },
        { keys: 'enter', group, label: t('keys.review'), run: () => runs().review() },
        { keys: 'o', group, label: t('openTask'), run: () => runs().open() },
      ]
    }, [t, runs]),
  )
}

const isPutAway = (item: Notification) => boxOf(item, new Date().toISOString()) !== 'active'

function step({ items, item, list, onSelect }: OwnKeys, by: 1 | -1): void {
  const at = items.findIndex(({ id }) => id === item?.id)
  const next = items[at === -1 ? 0 : at + by]
  if (!next) return
  onSelect(keyOf(next))
  const row = list.current?.querySelector<HTMLElement>(`[data-row="${keyOf(next)}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
