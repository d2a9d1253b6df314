// Says in a picker that the run of a task is not affected by the choice.
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { LIVE_STATES, runsQuery } from '#features/runs/run-queries.ts'
import classes from './pickers.module.css'

export function LiveRunNote({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('detail')
  const [only] = tasks
  const run = useQuery({
    ...runsQuery({ task: only?.id ?? '', state: [...LIVE_STATES], limit: 1 }),
    enabled: only !== undefined && tasks.length === 1,
  }).data?.[0]
  if (!run) return null
  return <p className={classes['foot']}>{t('picker.liveRun', { agent: run.agent })}</p>
}
