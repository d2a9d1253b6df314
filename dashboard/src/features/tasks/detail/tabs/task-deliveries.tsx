// The webhook deliveries about this task.
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { logQuery } from '#features/webhooks/deliveries/delivery-queries.ts'
import { DeliveryRow } from '#features/webhooks/deliveries/row/delivery-row.tsx'
import { webhooksQuery } from '#features/webhooks/webhook-queries.ts'
import classes from './tabs.module.css'

export function TaskDeliveries({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'deliveries'])
  const log = useInfiniteQuery(logQuery({ task: task.id }))
  const webhooks = useQuery(webhooksQuery).data ?? []
  const deliveries = log.data?.pages.flatMap(({ data }) => data) ?? []
  if (log.isError) {
    const retry = () => void log.refetch()
    return <ErrorState what={t('task:tab.deliveries')} error={log.error} onRetry={retry} />
  }
  if (log.isPending) return <RowSkeleton rows={3} height={44} />
  if (deliveries.length === 0) {
    return (
      <p className={classes['none']}>
        {t('task:noDeliveries')} {t('task:noDeliveriesWhy')}
      </p>
    )
  }
  return (
    <>
      <ul className={classes['rows']}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryRow
              delivery={delivery}
              url={webhooks.find(({ id }) => id === delivery.webhook_id)?.url}
              isCompact
            />
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <Button
          size="compact-md"
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {t('deliveries:loadMore')}
        </Button>
      )}
    </>
  )
}
