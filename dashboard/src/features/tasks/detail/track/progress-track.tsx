// The progress of a task at a glance, with the time of each step that is done.
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Activity, Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from './progress-track.module.css'
import { type TrackStep, trackSteps } from './track-steps.ts'

export function ProgressTrack({ task, activity }: { task: Task; activity: readonly Activity[] }) {
  const { t } = useTranslation('task')
  return (
    <ol className={classes['track']} aria-label={t('track.title')}>
      {trackSteps(task, activity).map((step, index, steps) => (
        <Step key={step.name} step={step} isLast={index === steps.length - 1} />
      ))}
    </ol>
  )
}

function Step({ step: { name, state, at }, isLast }: { step: TrackStep; isLast: boolean }) {
  const { t } = useTranslation('task')
  const isBad = name === 'failed' || name === 'canceled'
  const Mark = isBad ? IconX : IconCheck
  return (
    <li
      data-state={state}
      data-bad={isBad || undefined}
      data-seal={(isLast && !isBad && state === 'done') || undefined}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <i>{state === 'done' && <Mark size={10} stroke={3.2} aria-hidden="true" />}</i>
      <span>{t(`track.${name}`)}</span>
      <small>{at ? <RelativeTime at={at} /> : state === 'current' && t('track.pending')}</small>
    </li>
  )
}
