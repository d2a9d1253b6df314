// The actions of an integration besides editing it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'

const onError = ({ message }: Error) => showFailure(message)

export function useIntegrationActs({ id, name }: Pick<Integration, 'id' | 'name'>) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const params = { integration: id }
  const refresh = () => client.invalidateQueries({ queryKey: ['integrations'] })
  const sync = useMutation({
    mutationFn: async (full: boolean) =>
      (await call('integrations.sync', { params, body: { full } })).body,
    onSuccess: async ({ state }) => {
      showDone(state === 'running' ? t('acts.running') : t('acts.asked'))
      await refresh()
    },
    onError,
  })
  const cancel = useMutation({
    mutationFn: (run: string) => call('sync_runs.cancel', { params: { run } }),
    onSuccess: async () => {
      showDone(t('acts.stopped'))
      await refresh()
    },
    onError,
  })
  const setPaused = useMutation({
    mutationFn: (paused: boolean) => call('integrations.change', { params, body: { paused } }),
    onSuccess: async ({ body: { paused } }) => {
      await refresh()
      const message = paused ? t('acts.paused', { name }) : t('acts.resumed', { name })
      showDone(message, () => setPaused.mutate(!paused))
    },
    onError,
  })
  const check = useMutation({
    mutationFn: async () => (await call('integrations.check', { params })).body,
    onSuccess: refresh,
    onError,
  })
  const retryFailures = useMutation({
    mutationFn: async () => (await call('integrations.retry_failures', { params })).body,
    onSuccess: async ({ count }) => {
      showDone(t('failures.retried', { count }))
      await refresh()
    },
    onError,
  })
  return { sync, cancel, setPaused, check, retryFailures }
}

export type IntegrationActs = ReturnType<typeof useIntegrationActs>
