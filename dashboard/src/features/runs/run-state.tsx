// The state of a run, with a mark so that color is never the only sign.
import { Loader } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClockX,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react'
import type { Run, RunState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './run-state.module.css'

const icons: Record<Exclude<RunState, 'working'>, typeof IconCheck> = {
  parked: IconPlayerPause,
  completed: IconCheck,
  failed: IconX,
  released: IconArrowBackUp,
  expired: IconClockX,
  canceled: IconBan,
}

export function RunStateIcon({ state, size = 15 }: { state: RunState; size?: number }) {
  if (state === 'working') return <Loader size={size - 2} color="currentColor" aria-hidden="true" />
  const Icon = icons[state]
  return <Icon size={size} stroke={2} aria-hidden="true" />
}

export function RunStateMark({ run }: { run: Pick<Run, 'state' | 'cancel_requested'> }) {
  const { t } = useTranslation('runs')
  const { state, cancel_requested: isStopping } = run
  const word = state === 'working' && isStopping ? 'stopping' : (`state.${state}` as const)
  return (
    <span className={classes['state']} data-state={word === 'stopping' ? word : state}>
      <RunStateIcon state={state} />
      {t(word)}
    </span>
  )
}
