// Where a task is in the list that it was opened from, and the way to the tasks beside it.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Task } from '@task-service/contract'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskPages } from '#features/tasks/data/place-tasks.ts'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { findPlace } from './find-place.ts'
import classes from './neighbors.module.css'

/** Kept while a user goes from one to the next: lists that are not shown are forgotten after a while. */
let known: TaskPages | undefined

/** When the screen is left: the next task may be opened from another list. */
export function forgetNeighbors(): void {
  known = undefined
}

export function Neighbors({ task }: { task: Task }) {
  const { t } = useTranslation(['detail', 'task'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const [lists] = useState(() => {
    const entries = client.getQueryCache().findAll({ queryKey: ['tasks', 'list'] })
    return entries
      .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
      .flatMap(({ state }) => (state.data as TaskPages | undefined) ?? []) // such keys are made in task-list-options.ts
  })
  const place = useMemo(() => findPlace(known ? [known, ...lists] : lists, task.id), [lists, task])
  useEffect(() => {
    known = place?.list
  }, [place])
  const go = useLatest((to: Task | undefined) => {
    if (to) void navigate({ to: '/tasks/$task', params: { task: referenceOf(to) } })
  })
  const now = useLatest(place)
  useKeys(
    useMemo(() => {
      const group = 'task' as const
      return [
        { keys: 'j', group, label: t('task:next'), run: () => go()(now()?.next) },
        { keys: 'k', group, label: t('task:previous'), run: () => go()(now()?.previous) },
      ]
    }, [t, go, now]),
  )
  if (!place || place.of < 2) return null
  const { at, of, isWhole, next, previous } = place
  return (
    <div className={classes['neighbors']}>
      <span>{t(isWhole ? 'detail:neighbor' : 'detail:neighborAtLeast', { at, of })}</span>
      <Tooltip label={`${t('task:previous')} · K`}>
        <ActionIcon
          aria-label={t('task:previous')}
          disabled={previous === undefined}
          onClick={() => go()(previous)}
        >
          <IconChevronUp size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t('task:next')} · J`}>
        <ActionIcon
          aria-label={t('task:next')}
          disabled={next === undefined}
          onClick={() => go()(next)}
        >
          <IconChevronDown size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
