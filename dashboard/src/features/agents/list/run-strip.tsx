// The last runs as bars, oldest first: height is the duration, color the state.
import type { Run } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { tookMs } from '#features/runs/run-facts.tsx'
import { useNow } from '#lib/use-now.ts'
import classes from './run-strip.module.css'

const HEIGHT = 22
const LEAST = 5

export function RunStrip({ runs }: { runs: readonly Run[] | undefined }) {
  const { t } = useTranslation('agents')
  const nowMs = useNow().getTime()
  if (runs === undefined) return <div className={classes['strip']} />
  if (runs.length === 0) return <div className={classes['strip']}>{t('lastRuns.none')}</div>
  const count = (state: Run['state']) => runs.filter((run) => run.state === state).length
  // By the root: one long run must not flatten the others.
  const root = (run: Run) => Math.sqrt(Math.max(0, tookMs(run, nowMs)))
  const longest = Math.max(1, ...runs.map(root))
  return (
    <div className={classes['strip']}>
      <span className={classes['text']}>
        <span>{t('lastRuns.title', { count: runs.length })}</span>
        <b>{t('lastRuns.counts', { completed: count('completed'), failed: count('failed') })}</b>
      </span>
      <span className={classes['bars']} aria-hidden="true">
        {runs.toReversed().map((run) => (
          <i
            key={run.id}
            data-state={run.state}
            style={{ height: Math.max(LEAST, (root(run) / longest) * HEIGHT) }}
          />
        ))}
      </span>
    </div>
  )
}
