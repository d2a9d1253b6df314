// The button with which a user takes a task; off while there is no connection, because an agent may claim it first.
import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useTake } from '#features/tasks/edit/use-take.ts'
import { useLive } from '#live/live.ts'

export function TakeButton({ task, isPrimary }: { task: Task; isPrimary: boolean }) {
  const { t } = useTranslation('attempts')
  const take = useTake()
  const isOffline = useLive().state === 'offline'
  return (
    <Button
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<IconUserCheck size={16} stroke={1.75} aria-hidden="true" />}
      loading={take.isPending}
      disabled={isOffline}
      title={isOffline ? t('takeOffline') : undefined}
      onClick={() => take.mutate(task)}
    >
      {t('take')}
    </Button>
  )
}
