// The keys of the inbox: move through the questions, and open the task of the selected one.
import { useNavigate } from '@tanstack/react-router'
import type { Question } from '@task-service/contract'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'

export function useInboxKeys({
  questions,
  selected,
  list,
  onSelect,
}: {
  questions: readonly Question[]
  selected: string | undefined
  list: RefObject<HTMLElement | null>
  onSelect: (id: string) => void
}): void {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const step = useLatest((by: 1 | -1) => {
    const at = questions.findIndex(({ id }) => id === selected)
    const next = questions[at === -1 ? 0 : at + by]
    if (!next) return
    onSelect(next.id)
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
  const openTask = useLatest(() => {
    const task = questions.find(({ id }) => id === selected)?.task_id
    if (task !== undefined) void navigate({ to: '/tasks/$task', params: { task }, search: {} })
  })
  useKeys(
    useMemo(() => {
      const group = 'inbox' as const
      return [
        { keys: 'j', group, label: t('keys.next'), run: () => step()(1) },
        { keys: 'k', group, label: t('keys.previous'), run: () => step()(-1) },
        { keys: 'o', group, label: t('openTask'), run: () => openTask()() },
      ]
    }, [t, step, openTask]),
  )
}
