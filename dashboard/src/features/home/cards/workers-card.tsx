// Workload: open and completed tasks per assignee.
import { Link } from '@tanstack/react-router'
import type { WorkerLoad } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { Card } from '#components/surface/card.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from '../home.module.css'

/** As many as fit next to the chart. */
const SHOWN = 6

export function WorkersCard({ workers }: { workers: readonly WorkerLoad[] }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const most = Math.max(1, ...workers.map(({ completed }) => completed))
  return (
    <Card bleed title={t('workers')}>
      {workers.length === 0 ? (
        <p className={classes['quiet']}>{t('noWorkers')}</p>
      ) : (
        <>
          <div className={classes['workerHead']}>
            <span>{t('worker')}</span>
            <span>{t('now')}</span>
            <span />
            <span>{t('completed')}</span>
          </div>
          {workers.slice(0, SHOWN).map(({ kind, name, open, completed }) => (
            <div key={`${kind} ${name}`} className={classes['worker']}>
              <span className={classes['name']}>
                <Worker
                  assignee={kind === 'person' ? name : null}
                  delegate={kind === 'agent' ? name : null}
                  size={24}
                />
                {kind === 'person' ? (
                  <Link className={classes['plain']} to="/tasks" search={{ assignee: name }}>
                    {name}
                  </Link>
                ) : (
                  <span>{name}</span>
                )}
              </span>
              <span className={classes['figure']}>{open.count.toLocaleString(locale)}</span>
              <span className={classes['bar']}>
                <i style={{ width: `${(completed / most) * 100}%` }} />
              </span>
              <span className={classes['strong']}>{completed.toLocaleString(locale)}</span>
            </div>
          ))}
        </>
      )}
    </Card>
  )
}
