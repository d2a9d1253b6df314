// The button that stops a run; off while there is no connection, because the request could not be sent.
import { Button, Tooltip } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { Run } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useLive } from '#live/live.ts'
import { isLive } from './run-queries.ts'
import { useStopRun } from './use-stop-run.ts'

export function StopButton({ run, of }: { run: Run; of?: string | undefined }) {
  const { t } = useTranslation('runs')
  const stop = useStopRun(run)
  const isOffline = useLive().state === 'offline'
  if (!isLive(run)) return null
  const isStopping = run.cancel_requested || stop.isPending
  const label = isStopping ? t('stopping') : t('stop')
  const button = (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconPlayerStop size={14} stroke={1.75} aria-hidden="true" />}
      aria-label={of === undefined || isStopping ? label : t('stopOf', { of })}
      disabled={isStopping || isOffline}
      onClick={() => stop.mutate()}
    >
      {label}
    </Button>
  )
  if (!isOffline) return button
  return (
    <Tooltip label={t('stopOffline')}>
      <span>{button}</span>
    </Tooltip>
  )
}
