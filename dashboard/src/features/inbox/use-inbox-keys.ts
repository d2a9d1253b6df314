// The keys of the inbox: move through the list, open the selected approval, and open the task of the selected item.
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { type InboxItem, isApproval } from './inbox-item.ts'

export function useInboxKeys({
  items,
  selected,
  list,
  onSelect,
}: {
  items: readonly InboxItem[]
  selected: string | undefined
  list: RefObject<HTMLElement | null>
  onSelect: (id: string) => void
}): void {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const step = useLatest((by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === selected)
    const next = items[at === -1 ? 0 : at + by]
    if (!next) return
    onSelect(next.id)
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
  const openTask = useLatest(() => {
    const task = items.find(({ id }) => id === selected)?.task_id
    if (task !== undefined) void navigate({ to: '/tasks/$task', params: { task }, search: {} })
  })
  const openApproval = useLatest(() => {
    const item = items.find(({ id }) => id === selected)
    if (!item || !isApproval(item)) return
    void navigate({ to: '/inbox/approvals/$approval', params: { approval: item.id } })
  })
  useKeys(
    useMemo(() => {
      const group = 'inbox' as const
      return [
        { keys: 'j', group, label: t('keys.next'), run: () => step()(1) },
        { keys: 'k', group, label: t('keys.previous'), run: () => step()(-1) },
        { keys: 'enter', group, label: t('keys.review'), run: () => openApproval()() },
        { keys: 'o', group, label: t('openTask'), run: () => openTask()() },
      ]
    }, [t, step, openTask, openApproval]),
  )
}
