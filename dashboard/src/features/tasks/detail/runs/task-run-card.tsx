// The live run of a task: who works on it, how far the plan is, what of the budget is used, and the button that stops it.
import { Button, Progress } from '@mantine/core'
import type { Plan, Run } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { PlanSteps } from '#features/runs/plan-steps.tsx'
import { progressOf } from '#features/runs/progress-of.ts'
import { StopButton } from '#features/runs/stop-button.tsx'
import { describeSpan } from '#lib/span.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { foldPlan } from './fold-plan.ts'
import { RunBudget } from './run-budget.tsx'
import classes from './task-run-card.module.css'

export function TaskRunCard({
  run,
  name,
  onDetails,
  children,
}: {
  run: Run
  /** Of the task, for the label of the button. */
  name: string
  onDetails: () => void
  /** What a parked run waits for. */
  children?: ReactNode
}) {
  const { t } = useTranslation(['detail', 'runs'])
  const { percent, message } = progressOf(run)
  const isStopping = run.cancel_requested && run.state === 'working'
  return (
    <article className={classes['card']} data-state={run.state}>
      <header className={classes['head']}>
        <Worker assignee={null} delegate={run.agent} size={28} />
        <div className={classes['who']}>
          <p>
            <b>{run.agent}</b>{' '}
            {t(
              isStopping
                ? 'detail:run.stopping'
                : `detail:run.${run.state as 'working' | 'parked'}`,
            )}{' '}
            {/* only live runs are shown here */}
            <span className={classes['quiet']}>
              {t('detail:run.started')} <RelativeTime at={run.created_at} />
            </span>
          </p>
          <RunLine run={run} />
        </div>
        <div className={classes['acts']}>
          <Button size="compact-md" variant="subtle" onClick={onDetails}>
            {t('detail:run.details')}
          </Button>
          <StopButton run={run} of={name} />
        </div>
      </header>
      <Progress
        aria-label={t('runs:progress')}
        size={2}
        radius={0}
        value={percent ?? 0}
        color={run.state === 'parked' ? 'violet' : 'cobalt'}
      />
      {(isStopping || message !== undefined) && (
        <p className={classes['text']}>{isStopping ? t('runs:stoppingText') : message}</p>
      )}
      {run.plan !== null && run.plan.length > 0 && <FoldedPlan plan={run.plan} />}
      {children !== undefined && <div className={classes['waits']}>{children}</div>}
      <footer className={classes['foot']}>
        <RunBudget run={run} />
      </footer>
    </article>
  )
}

/** Apart from the others, because it counts by the second. */
function RunLine({ run }: { run: Run }) {
  const { t } = useTranslation(['detail', 'runs'])
  const { t: common } = useTranslation()
  const nowMs = useSeconds()
  const { step, percent, message } = progressOf(run)
  const span = describeSpan(Math.max(0, nowMs - Date.parse(run.heartbeat_at)), common)
  const isSilent = percent === undefined && message === undefined
  const words = [
    step && t('runs:stepOf', step),
    run.attempt > 1 && t('runs:attempt', { attempt: run.attempt }),
    run.state === 'working' && t('detail:run.renewed', { span }),
    run.state === 'working' && isSilent && t('detail:run.noProgress'),
  ]
  return <p className={classes['line']}>{words.filter(Boolean).join(' · ')}</p>
}

function FoldedPlan({ plan }: { plan: Plan }) {
  const { t } = useTranslation('detail')
  const [isWhole, setWhole] = useState(false)
  const { hidden, shown } = isWhole ? { hidden: 0, shown: plan } : foldPlan(plan)
  return (
    <div className={classes['plan']}>
      {hidden > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {t('run.earlierSteps', { count: hidden })}
        </Button>
      )}
      <PlanSteps plan={shown} />
    </div>
  )
}
