// The last runs of an integration as small bars; the page of the integration explains them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { recentRunsQuery } from '../integration-queries.ts'
import { RunBars } from '../runs/run-bars.tsx'
import classes from './integration-card.module.css'

export function RecentRuns({ integration }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  const { data: runs = [], isSuccess } = useQuery({
    ...recentRunsQuery(integration),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes['runs']}>
      {runs.length > 1 ? (
        <RunBars runs={runs} isCompact />
      ) : (
        <p className={classes['quiet']}>{isSuccess && t('card.fewRuns')}</p>
      )}
    </div>
  )
}
