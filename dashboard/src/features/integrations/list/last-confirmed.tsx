// When the external system last confirmed a write-back, and of which task.
import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { StatusShape } from '#components/marks/status-icon.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { lastConfirmedQuery } from '../integration-queries.ts'
import classes from './integration-card.module.css'

export function LastConfirmed({ integration }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  const { data, isError } = useQuery({
    ...lastConfirmedQuery(integration),
    placeholderData: keepPreviousData,
  })
  if (isError) return t('card.unknown')
  if (data === undefined) return <Skeleton width={64} height={10} my={5} />
  if (data === null) return <span className={classes['quiet']}>{t('card.noneConfirmed')}</span>
  return (
    <span className={classes['confirmed']}>
      <StatusShape stage="completed" size={14} word={t('card.confirmed')} />
      <RelativeTime at={data.ended_at ?? data.planned_at} />
    </span>
  )
}
