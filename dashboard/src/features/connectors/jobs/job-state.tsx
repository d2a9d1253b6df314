// The state of a job, with an icon so that color is not the only signal.
import { Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClockX,
  IconHourglass,
  IconMinus,
  IconQuestionMark,
} from '@tabler/icons-react'
import type { EdgeJobState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './jobs.module.css'

const ICON = { size: 16, stroke: 2, 'aria-hidden': true } as const
const icons = {
  waiting: <IconHourglass {...ICON} />,
  running: <Loader size={14} aria-hidden="true" />,
  done: <IconCheck {...ICON} />,
  refused: <IconBan {...ICON} />,
  failed: <IconAlertTriangle {...ICON} />,
  expired: <IconClockX {...ICON} />,
  unknown: <IconQuestionMark {...ICON} />,
  canceled: <IconMinus {...ICON} />,
}

export function JobStateMark({ state }: { state: EdgeJobState }) {
  const { t } = useTranslation('connectors')
  return (
    <span className={classes['state']} data-state={state}>
      {icons[state]}
      {t(`jobState.${state}`)}
    </span>
  )
}
