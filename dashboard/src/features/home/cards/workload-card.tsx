// Who works on how much: tasks in progress and other open ones, and what was completed in the range.
import { Link } from '@tanstack/react-router'
import type { Overview, WorkerLoad } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { type CardQuery, CardState } from '../card-state.tsx'
import classes from './cards.module.css'

/** As many as fit next to what needs attention. */
const SHOWN = 5

export function WorkloadCard({ query }: { query: CardQuery<Overview> }) {
  const { t } = useTranslation('home')
  return (
    <Card bleed title={t('workload.title')} action={query.data && <Legend />}>
      <div className={classes['workload']}>
        <CardState
          query={query}
          what={t('workload.title')}
          skeleton={<RowSkeleton rows={SHOWN} height={31} />}
        >
          {(overview) => <Workers overview={overview} />}
        </CardState>
      </div>
    </Card>
  )
}

function Legend() {
  const { t } = useTranslation('home')
  return (
    <span className={classes['legend']} aria-hidden="true">
      <span>{t('workload.inProgress')}</span>
      <span data-light>{t('workload.ready')}</span>
    </span>
  )
}

function Workers({ overview: { workers, range } }: { overview: Overview }) {
  const { t } = useTranslation('home')
  if (workers.length === 0) return <p className={classes['quiet']}>{t('workload.none')}</p>
  const shown = workers.slice(0, SHOWN)
  const most = Math.max(1, ...shown.map(({ open }) => open.count))
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{t('workload.worker')}</th>
          <th scope="col" className={classes['barColumn']}>
            {t('workload.load')}
          </th>
          <th scope="col">{t('workload.now')}</th>
          <th scope="col">{t(`workload.done.${range}`)}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((worker) => (
          <Row key={`${worker.kind} ${worker.name}`} worker={worker} most={most} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ worker, most }: { worker: WorkerLoad; most: number }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const { kind, name, open, in_progress: working, completed } = worker
  const print = (count: number) => count.toLocaleString(locale)
  const share = (count: number) => `${(count / most) * 100}%`
  const openText = `${print(open.count)}${open.is_at_least ? '+' : ''}`
  const isPerson = kind === 'person'
  return (
    <tr>
      <th scope="row">
        <span className={classes['worker']}>
          <Worker assignee={isPerson ? name : null} delegate={isPerson ? null : name} size={22} />
          <Link
            className={classes['plain']}
            to="/tasks"
            search={isPerson ? { assignee: name } : { delegate: name }}
          >
            {name}
          </Link>
        </span>
      </th>
      <td>
        <span
          className={classes['load']}
          role="img"
          aria-label={t('workload.says', { working: print(working), open: openText })}
        >
          <i style={{ width: share(working) }} />
          <i data-light style={{ width: share(Math.max(0, open.count - working)) }} />
        </span>
      </td>
      <td>{print(working)}</td>
      <td className={classes['strong']}>{print(completed)}</td>
    </tr>
  )
}
