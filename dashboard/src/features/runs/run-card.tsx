// One run: state, progress, plan, lease and usage, and the button that stops it.
import { Progress } from '@mantine/core'
import type { Run } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '#lib/rate.ts'
import { useLocale } from '#lib/use-locale.ts'
import { PlanSteps } from './plan-steps.tsx'
import { progressOf } from './progress-of.ts'
import classes from './run-card.module.css'
import { RunFacts } from './run-facts.tsx'
import { isLive } from './run-queries.ts'
import { RunStateMark } from './run-state.tsx'
import { StopButton } from './stop-button.tsx'

export function RunCard({
  run,
  title,
  name,
  children,
}: {
  run: Run
  /** What the card is about where it is shown: the agent on a task, the task on an agent. */
  title: ReactNode
  /** The same as plain text, for the label of the button that stops the run. */
  name?: string | undefined
  /** Below the progress, such as a link to the question that a parked run waits for. */
  children?: ReactNode
}) {
  const { t } = useTranslation('runs')
  const { plan, attempt } = run
  return (
    <article className={classes['card']} data-state={run.state}>
      <div className={classes['head']}>
        <div className={classes['title']}>{title}</div>
        <RunStateMark run={run} />
        {attempt > 1 && <span className={classes['attempt']}>{t('attempt', { attempt })}</span>}
        <span className={classes['stop']}>
          <StopButton run={run} of={name} />
        </span>
      </div>
      {isLive(run) && <RunProgressLine run={run} />}
      {plan !== null && plan.length > 0 && <PlanSteps plan={plan} />}
      <RunEnd run={run} />
      {children}
      <RunFacts run={run} />
    </article>
  )
}

function RunProgressLine({ run }: { run: Run }) {
  const { t } = useTranslation('runs')
  const locale = useLocale()
  const { percent, step, message } = progressOf(run)
  if (run.cancel_requested) return <p className={classes['text']}>{t('stoppingText')}</p>
  if (percent === undefined && message === undefined) {
    return run.state === 'working' ? <p className={classes['text']}>{t('noProgress')}</p> : null
  }
  return (
    <div className={classes['progress']}>
      <span className={classes['message']}>
        {message ?? (step && t('stepOf', step))}
        {message !== undefined && step && (
          <span className={classes['quiet']}>{t('stepOf', step)}</span>
        )}
      </span>
      {percent !== undefined && (
        <>
          <span className={classes['percent']}>{formatPercent(percent / 100, locale)}</span>
          <Progress
            className={classes['bar'] ?? ''}
            aria-label={t('progress')}
            size={6}
            value={percent}
            color={run.state === 'parked' ? 'violet' : 'cobalt'}
          />
        </>
      )}
    </div>
  )
}

/** Why it ended, in the words of the agent if it gave any. */
function RunEnd({ run }: { run: Run }) {
  const { t } = useTranslation('runs')
  const { error, handoff, end_reason: reason } = run
  const texts = [
    error !== null ? { name: t('error'), text: error } : undefined,
    handoff !== null && handoff !== '' ? { name: t('handoff'), text: handoff } : undefined,
    reason !== null && !isLive(run) ? { name: t('ended'), text: t(`reason.${reason}`) } : undefined,
  ].filter((one) => one !== undefined)
  if (texts.length === 0) return null
  return (
    <dl className={classes['end']}>
      {texts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
