// Where a task came from, and whether that system has its latest change.
import { Button, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Link, Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Monogram } from '#components/marks/monogram.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { SourceMark } from '#features/tasks/marks/source-mark.tsx'
import { safeAddress } from '../head/safe-address.ts'
import classes from './source.module.css'
import { SourceLine } from './source-line.tsx'
import { taskLinksQuery, taskWritesQuery } from './source-queries.ts'
import { sourceState } from './source-state.ts'

/** That of its origin; otherwise the newest that is there. */
function mainLink(task: Task, links: readonly Link[]): Link | undefined {
  const there = links.filter(({ state }) => state !== 'gone')
  return (
    links.find(({ integration_id: id }) => id === task.origin.integration_id) ??
    there.at(0) ??
    links.at(0)
  )
}

export function SourceBlock({ task, onFix }: { task: Task; onFix: () => void }) {
  const links = useQuery(taskLinksQuery(task.id))
  const link = links.data && mainLink(task, links.data)
  if (link) return <LinkedSource task={task} link={link} onFix={onFix} />
  if (links.isError) return <Unknown onAgain={() => void links.refetch()} />
  if (links.isPending && task.origin.integration_id !== null) return <Skeleton height={92} />
  const id = task.external_id ?? task.origin.external_id
  return (
    <p className={classes['plain']}>
      <SourceMark task={task} withName />
      {id !== null && <span className={classes['id']}>{id}</span>}
      <SourceLink address={task.origin.url} />
    </p>
  )
}

function Unknown({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('detail')
  return (
    <p className={classes['failed']}>
      {t('source.unknown')}{' '}
      <Button size="compact-xs" variant="default" onClick={onAgain}>
        {t('source.again')}
      </Button>
    </p>
  )
}

function LinkedSource({ task, link, onFix }: { task: Task; link: Link; onFix: () => void }) {
  const { t } = useTranslation('detail')
  const { data: writes, isError, refetch } = useQuery(taskWritesQuery(task.id))
  const integration = useQuery(integrationsQuery).data?.find(({ id }) => id === link.integration_id)
  const name = integration?.name ?? t('source.integration')
  const key = link.external_key ?? link.external_id
  return (
    <div className={classes['block']}>
      <div className={classes['head']}>
        <Monogram name={name} size="medium" />
        <p>
          <b>{key === null ? name : `${name} ${key}`}</b>
          <SourceLink address={link.url} />
          <small>
            {t('source.linked')} <RelativeTime at={link.created_at} />
          </small>
        </p>
      </div>
      {writes === undefined && isError && <Unknown onAgain={() => void refetch()} />}
      {writes === undefined && !isError && <Skeleton height={36} radius={0} />}
      {writes && (
        <SourceLine
          state={sourceState(task, link, writes)}
          name={name}
          integration={link.integration_id}
          onFix={onFix}
        />
      )}
    </div>
  )
}

function SourceLink({ address }: { address: string | null }) {
  const { t } = useTranslation('task')
  const url = safeAddress(address)
  if (url === undefined) return null
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t('openSource')}>
      <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
    </a>
  )
}
