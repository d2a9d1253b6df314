// The result of a run, with a mark so that color is never the only sign.
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconHourglass, IconMinus, IconX } from '@tabler/icons-react'
import type { SyncRun } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './runs.module.css'

export type RunLook = 'good' | 'fix' | 'failed' | 'running' | 'stalled' | 'canceled'

export function lookOf({ state, failed }: Pick<SyncRun, 'state' | 'failed'>): RunLook {
  if (state === 'succeeded') return failed > 0 ? 'fix' : 'good'
  return state
}

const ICON = { size: 16, stroke: 2, 'aria-hidden': true } as const
const icons = {
  good: <IconCheck {...ICON} />,
  fix: <IconAlertTriangle {...ICON} />,
  failed: <IconX {...ICON} />,
  running: <Loader size={14} aria-hidden="true" />,
  stalled: <IconHourglass {...ICON} />,
  canceled: <IconMinus {...ICON} />,
}

export function RunResult({ run }: { run: SyncRun }) {
  const { t } = useTranslation('integrations')
  const look = lookOf(run)
  return (
    <span className={classes['result']} data-look={look}>
      {icons[look]}
      {look === 'fix' ? t('runs.needFix', { count: run.failed }) : t(`runs.state.${run.state}`)}
    </span>
  )
}
