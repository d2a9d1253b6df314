// Where this approval is among the open ones, the way to the next and the previous one, and its link.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconLink } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Approval } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone } from '#components/toasts/toasts.tsx'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import classes from './approval.module.css'
import { approvalListQuery } from './approval-queries.ts'

const none: readonly Approval[] = []
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Those that wait for a decision, newest first. */
export function useOpenApprovals(): readonly Approval[] {
  const { data } = useInfiniteQuery(approvalListQuery(['open']))
  return useMemo(() => data?.pages.flatMap(({ data: page }) => page) ?? none, [data])
}

export function Neighbors({ id }: { id: string }) {
  const { t } = useTranslation('approvals')
  const navigate = useNavigate()
  const open = useOpenApprovals()
  const at = open.findIndex((approval) => approval.id === id)
  const previous = open[at - 1]
  const next = open[at + 1]
  const go = useLatest((to: Approval | undefined) => {
    if (!to) return
    void navigate({ to: '/inbox/approvals/$approval', params: { approval: to.id } })
  })
  const latest = useLatest({ previous, next })
  useKeys(
    useMemo(() => {
      const group = 'inbox' as const
      return [
        { keys: 'j', group, label: t('next'), run: () => go()(latest().next) },
        { keys: 'k', group, label: t('previous'), run: () => go()(latest().previous) },
      ]
    }, [t, go, latest]),
  )
  const copy = () =>
    void navigator.clipboard.writeText(location.href).then(() => showDone(t('linkCopied')))
  return (
    <>
      {at !== -1 && (
        <span className={classes['place']}>{t('place', { at: at + 1, of: open.length })}</span>
      )}
      <Tooltip label={`${t('previous')} · K`}>
        <ActionIcon
          className={classes['step'] ?? ''}
          aria-label={t('previous')}
          disabled={!previous}
          onClick={() => go()(previous)}
        >
          <IconChevronUp {...ICON} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t('next')} · J`}>
        <ActionIcon
          className={classes['step'] ?? ''}
          aria-label={t('next')}
          disabled={!next}
          onClick={() => go()(next)}
        >
          <IconChevronDown {...ICON} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('copyLink')}>
        <ActionIcon aria-label={t('copyLink')} onClick={copy}>
          <IconLink {...ICON} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
