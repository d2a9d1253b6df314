// Fields that both sides changed and a person has to decide: both values beside the previous one.
import { Button } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Conflict, Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from '../detail/detail.module.css'
import { conflictsQuery } from '../integration-queries.ts'
import { printValue, useFieldName } from '../mapping/field-words.ts'
import { RowConflict } from './row-conflict.tsx'
import { TaskName } from './task-name.tsx'
import { sides, useResolve } from './use-resolve.ts'

export function ConflictList({
  integration,
  provider,
}: {
  integration: Integration
  provider: string
}) {
  const { t } = useTranslation('integrations')
  const conflicts = useQuery(conflictsQuery(integration.id))
  if (conflicts.isError) {
    return (
      <ErrorState
        what={t('conflicts.title')}
        error={conflicts.error}
        onRetry={() => void conflicts.refetch()}
      />
    )
  }
  if (conflicts.isPending) return <RowSkeleton rows={3} height={96} />
  if (conflicts.data.length === 0) {
    return (
      <EmptyState
        icon={<IconGitMerge size={24} stroke={1.75} aria-hidden="true" />}
        title={t('conflicts.none')}
      >
        {t('conflicts.noneText')}
      </EmptyState>
    )
  }
  return (
    <div className={classes['column']}>
      {conflicts.data.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} provider={provider} />
      ))}
    </div>
  )
}

export function ConflictCard({ conflict, provider }: { conflict: Conflict; provider: string }) {
  return conflict.field === 'row' ? (
    <RowConflict conflict={conflict} />
  ) : (
    <FieldConflict conflict={conflict} provider={provider} />
  )
}

function FieldConflict({ conflict, provider }: { conflict: Conflict; provider: string }) {
  const { t } = useTranslation('integrations')
  const nameOf = useFieldName()
  const resolve = useResolve(conflict)
  const values = { service: conflict.service_value, remote: conflict.remote_value }
  return (
    <Card
      title={t('conflicts.both', { field: nameOf(conflict.field) })}
      meta={
        <>
          <TaskName id={conflict.task_id} />, <RelativeTime at={conflict.created_at} />
        </>
      }
    >
      <div className={classes['sides']}>
        {sides.map((side) => (
          <section key={side}>
            <h3>{t(`conflicts.side.${side}`, { provider })}</h3>
            <p>{printValue(values[side]) || t('conflicts.empty')}</p>
            <Button
              variant="default"
              loading={resolve.isPending && resolve.variables === side}
              onClick={() => resolve.mutate(side)}
            >
              {t(`conflicts.use.${side}`, { provider })}
            </Button>
          </section>
        ))}
      </div>
      <p className={classes['small']}>
        {t('conflicts.before')}: {printValue(conflict.base) || t('conflicts.empty')}
      </p>
    </Card>
  )
}
