// Figures of a run: start, duration, lease, and what it used; tokens and cost are figures of the agent.
import type { Run } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import classes from './run-card.module.css'
import { isLive } from './run-queries.ts'

export const tookMs = (run: Pick<Run, 'created_at' | 'ended_at'>, nowMs: number): number =>
  (run.ended_at === null ? nowMs : Date.parse(run.ended_at)) - Date.parse(run.created_at)

/** From here on a missing heartbeat is worth a look. */
const SHORT_LEASE_MS = 15_000

export function RunFacts({ run }: { run: Run }) {
  const { t } = useTranslation('runs')
  const locale = useLocale()
  const { usage } = run
  const format = (count: number) => count.toLocaleString(locale)
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('facts.started')}</dt>
        <dd>
          <RelativeTime at={run.created_at} />
        </dd>
      </div>
      {isLive(run) ? <LiveFacts run={run} /> : <Took ms={tookMs(run, 0)} />}
      <div>
        <dt>{t('facts.calls')}</dt>
        <dd>{format(usage.calls)}</dd>
      </div>
      {usage.effects > 0 && (
        <div>
          <dt>{t('facts.changes')}</dt>
          <dd>{format(usage.effects)}</dd>
        </div>
      )}
      {usage.declared_tokens > 0 && (
        <div>
          <dt>{t('facts.tokens')}</dt>
          <dd>{format(usage.declared_tokens)}</dd>
        </div>
      )}
      {usage.declared_cost > 0 && (
        <div>
          <dt>{t('facts.cost')}</dt>
          <dd>{usage.declared_cost.toLocaleString(locale, { maximumFractionDigits: 2 })}</dd>
        </div>
      )}
    </dl>
  )
}

function Took({ ms }: { ms: number }) {
  const { t } = useTranslation('runs')
  const { t: common } = useTranslation()
  return (
    <div>
      <dt>{t('facts.took')}</dt>
      <dd>{describeSpan(ms, common)}</dd>
    </div>
  )
}

/** Apart from the others, because it counts by the second. */
function LiveFacts({ run }: { run: Run }) {
  const { t } = useTranslation('runs')
  const { t: common } = useTranslation()
  const nowMs = useSeconds()
  const { lease_expires_at: until } = run
  const leftMs = until === null ? 0 : Date.parse(until) - nowMs
  return (
    <>
      <Took ms={tookMs(run, nowMs)} />
      {until !== null && (
        <div>
          <dt>{t('facts.lease')}</dt>
          <dd data-tone={leftMs < SHORT_LEASE_MS ? 'amber' : undefined}>
            {leftMs > 0
              ? t('facts.leaseLeft', { span: describeSpan(leftMs, common) })
              : t('facts.leaseEnded')}
          </dd>
        </div>
      )}
    </>
  )
}
