// The queues: how much is ready, how long it waits, and who works on it. A row opens to its history and rules.
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { QueueState } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FindField } from '#components/fields/find-field.tsx'
import { Page } from '#components/page/page.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { useAddress } from '#lib/use-address.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { OverTarget } from './over-target.tsx'
import { queuesQuery } from './queue-queries.ts'
import { QueueRow } from './queue-row.tsx'
import { QueueSums } from './queue-sums.tsx'
import classes from './queues.module.css'

const COLUMNS = ['queue', 'ready', 'oldest', 'working', 'agents', 'claimed'] as const
/** With fewer there is nothing to search. */
const SEARCHED = 8

export function QueuesScreen() {
  const { t } = useTranslation('queues')
  const [address, change] = useAddress()
  const found = useQuery(queuesQuery)
  const queues = found.data
  const word = (address['q'] ?? '').toLowerCase()
  return (
    <Page
      title={t('title')}
      meta={queues && queues.length > 0 && <span>{t('count', { count: queues.length })}</span>}
      actions={
        queues && queues.length >= SEARCHED ? (
          <FindField
            label={t('find')}
            placeholder={t('find')}
            value={address['q'] ?? ''}
            group="list"
            onChange={(q) => change({ q: q || undefined })}
          />
        ) : undefined
      }
    >
      {found.isPending && <RowSkeleton rows={5} height={56} />}
      {found.isError && !queues && (
        <ErrorState what={t('title')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {queues?.length === 0 && <NoQueues />}
      {queues && queues.length > 0 && (
        <div className={classes['screen']}>
          <QueueSums queues={queues} />
          <OverTarget
            queues={queues}
            opened={address['queue']}
            onOpen={(queue) => change({ queue }, { push: true })}
          />
          <QueueTable
            queues={queues.filter(({ name, description }) =>
              `${name} ${description}`.toLowerCase().includes(word),
            )}
          />
        </div>
      )}
    </Page>
  )
}

function QueueTable({ queues }: { queues: readonly QueueState[] }) {
  const { t } = useTranslation('queues')
  const [address, change] = useAddress()
  const place = useRef<HTMLUListElement>(null)
  useRowKeys(place, 'list', { next: t('keys.next'), previous: t('keys.previous') })
  if (queues.length === 0) return <p className={classes['none']}>{t('noMatch')}</p>
  return (
    <div className={classes['sheet']}>
      <div className={classes['columns']} aria-hidden="true">
        {COLUMNS.map((name) => (
          <span key={name}>{t(`column.${name}`)}</span>
        ))}
      </div>
      <ul className={classes['list']} ref={place}>
        {queues.map((queue) => (
          <QueueRow
            key={queue.name}
            queue={queue}
            isOpen={address['queue'] === queue.name}
            onToggle={() =>
              change({ queue: address['queue'] === queue.name ? undefined : queue.name })
            }
          />
        ))}
      </ul>
    </div>
  )
}

function NoQueues() {
  const { t } = useTranslation('queues')
  return (
    <EmptyState
      icon={<IconStack2 size={24} stroke={1.75} aria-hidden="true" />}
      title={t('emptyTitle')}
      actions={
        <Link to="/tasks" search={{ new: '1' }} className={classes['link']}>
          {t('emptyAction')}
        </Link>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}
