// Runs as bars, oldest first: height is the duration, shape and color the result.
import type { SyncRun } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useNow } from '#lib/use-now.ts'
import { lookOf } from './run-result.tsx'
import classes from './runs.module.css'

const HEIGHT = { full: 56, compact: 28 }
const LEAST = 8

const tookMs = (run: SyncRun, now: Date): number =>
  (run.ended_at === null ? now.getTime() : Date.parse(run.ended_at)) - Date.parse(run.started_at)

export function RunBars({
  runs,
  isCompact = false,
}: {
  runs: readonly SyncRun[]
  /** For a card: lower, and without a legend. */
  isCompact?: boolean
}) {
  const { t } = useTranslation('integrations')
  const now = useNow()
  const oldest = runs.at(-1)
  const height = HEIGHT[isCompact ? 'compact' : 'full']
  if (runs.length < 2 || !oldest) return null
  // By the root: one long first read must not flatten all that followed.
  const longest = Math.max(1, ...runs.map((run) => Math.sqrt(tookMs(run, now))))
  const count = (look: string) => runs.filter((run) => lookOf(run) === look).length
  return (
    <div className={classes['picture']} data-compact={isCompact || undefined}>
      <div
        className={classes['bars']}
        role="img"
        aria-label={t('runs.bars', {
          good: count('good'),
          fix: count('fix'),
          failed: count('failed'),
        })}
      >
        {runs.toReversed().map((run) => (
          <i
            key={run.id}
            data-look={lookOf(run)}
            style={{ height: Math.max(LEAST, (Math.sqrt(tookMs(run, now)) / longest) * height) }}
          />
        ))}
      </div>
      <div className={classes['legend']}>
        <RelativeTime at={oldest.started_at} />
        {isCompact ? <span>{t('card.recent', { count: runs.length })}</span> : <Legend />}
      </div>
    </div>
  )
}

function Legend() {
  const { t } = useTranslation('integrations')
  return (
    <span>
      {(['good', 'fix', 'failed', 'running'] as const).map((look) => (
        <span key={look}>
          <i data-look={look} />
          {t(`runs.legend.${look}`)}
        </span>
      ))}
    </span>
  )
}
