// The queues with the most ready tasks: how many, how long the oldest waits, and which are over their target.
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { QueueState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { overTargetMs, printCount, waitedMs } from '#features/queues/queue-level.ts'
import { queuesQuery } from '#features/queues/queue-queries.ts'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { CardState } from '../card-state.tsx'
import classes from './cards.module.css'

/** As many as fit beside the charts. */
const SHOWN = 5

export function QueuesCard() {
  const { t } = useTranslation('home')
  const query = useQuery(queuesQuery)
  return (
    <Card
      bleed
      title={t('queues.title')}
      action={
        query.data &&
        query.data.length > 0 && (
          <Link className={classes['link']} to="/queues">
            {t('queues.all', { count: query.data.length })}
          </Link>
        )
      }
    >
      <div className={classes['queues']}>
        <CardState
          query={query}
          what={t('queues.title')}
          skeleton={<RowSkeleton rows={SHOWN} height={30} />}
        >
          {(queues) => <Queues queues={queues} />}
        </CardState>
      </div>
    </Card>
  )
}

function Queues({ queues }: { queues: readonly QueueState[] }) {
  const { t } = useTranslation('home')
  const nowMs = useNow().getTime()
  if (queues.every(({ ready }) => ready === 0))
    return <p className={classes['quiet']}>{t('queues.none')}</p>
  const shown = queues
    .toSorted((a, b) => b.ready - a.ready || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
  const most = Math.max(1, ...shown.map(({ ready }) => ready))
  return (
    <>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('queues.queue')}</th>
            <th scope="col" className={classes['barColumn']}>
              {t('queues.level')}
            </th>
            <th scope="col">{t('queues.ready')}</th>
            <th scope="col">{t('queues.oldest')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((queue) => (
            <Row key={queue.name} queue={queue} most={most} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
      <Target queues={queues} nowMs={nowMs} />
    </>
  )
}

function Row({ queue, most, nowMs }: { queue: QueueState; most: number; nowMs: number }) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const waited = waitedMs(queue, nowMs)
  return (
    <tr data-late={overTargetMs(queue, nowMs) > 0 || undefined}>
      <th scope="row">
        <Link className={classes['plain']} to="/queues" search={{ queue: queue.name }}>
          {queue.name}
        </Link>
      </th>
      <td>
        <span
          className={classes['level']}
          role="img"
          aria-label={t('flow.says.queues', { count: queue.ready })}
        >
          <i style={{ width: `${(queue.ready / most) * 100}%` }} />
        </span>
      </td>
      <td className={classes['strong']}>{printCount(queue.ready, locale)}</td>
      <td>{waited === undefined ? '–' : describeSpan(waited, common)}</td>
    </tr>
  )
}

/** The one that is the furthest over it. */
function Target({ queues, nowMs }: { queues: readonly QueueState[]; nowMs: number }) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const [worst] = queues
    .filter((queue) => overTargetMs(queue, nowMs) > 0)
    .toSorted((a, b) => overTargetMs(b, nowMs) - overTargetMs(a, nowMs))
  const hasTargets = queues.some(({ target_seconds: target }) => target !== null)
  if (!worst) {
    return (
      <p className={classes['foot']}>{t(hasTargets ? 'queues.onTarget' : 'queues.noTargets')}</p>
    )
  }
  const target = (worst.target_seconds ?? 0) * 1_000
  return (
    <p className={classes['foot']} data-late>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
      {t('queues.over', { queue: worst.name, span: describeSpan(target, common) })}
    </p>
  )
}
