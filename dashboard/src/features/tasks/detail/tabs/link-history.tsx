// The sync history of a link: every step, its actor and the fields it changed.
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useFieldName } from '#features/integrations/mapping/field-words.ts'
import classes from './tabs.module.css'

export function LinkHistory({ link }: { link: string }) {
  const { t } = useTranslation('integrations')
  const nameOf = useFieldName()
  const explained = useQuery({
    queryKey: ['integrations', 'explain', link],
    queryFn: async ({ signal }) => (await call('links.explain', { params: { link }, signal })).body,
  })
  if (explained.isError) {
    return (
      <ErrorState
        what={t('links.history')}
        error={explained.error}
        onRetry={() => void explained.refetch()}
      />
    )
  }
  if (explained.isPending) return <RowSkeleton rows={3} height={32} />
  return (
    <ol className={classes['steps']} aria-label={t('links.history')}>
      {explained.data.steps.toReversed().map((step, index) => (
        <li key={`${step.at} ${String(index)}`}>
          <span>
            {t(`links.direction.${step.direction}`)}
            {step.fields.length > 0 && `: ${step.fields.map(nameOf).join(', ')}`}
          </span>
          <small>
            {step.actor !== null && `${step.actor}, `}
            {step.cause}, <RelativeTime at={step.at} />
          </small>
        </li>
      ))}
    </ol>
  )
}
