// Changes that the provider rejected: the task, the reason, and a button to retry.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WriteBack } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Card } from '#components/surface/card.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { TaskName } from '../conflicts/task-name.tsx'
import classes from './detail.module.css'

export function WriteBackList({
  writes,
  provider,
}: {
  writes: readonly WriteBack[]
  provider: string
}) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: (write: string) => call('write_backs.retry', { params: { write_back: write } }),
    onSuccess: async () => {
      showDone(t('writeBacks.retried'))
      await client.invalidateQueries({ queryKey: ['integrations'] })
    },
    onError: ({ message }) => showFailure(message),
  })
  return (
    <Card title={t('writeBacks.title')}>
      <p className={classes['text']}>{t('writeBacks.text', { provider })}</p>
      <ul className={classes['items']}>
        {writes.map((write) => (
          <li key={write.id}>
            <b>
              <TaskName id={write.task_id} />
            </b>
            <span>{write.error?.vendor_text ?? write.error?.message}</span>
            {write.error?.fix && <span>{write.error.fix}</span>}
            <span>
              <Button
                size="compact-md"
                variant="default"
                loading={retry.isPending && retry.variables === write.id}
                onClick={() => retry.mutate(write.id)}
              >
                {t('writeBacks.retry')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
