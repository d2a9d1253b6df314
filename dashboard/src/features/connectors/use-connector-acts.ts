// What can be done with a connector besides running something.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connector, ConnectorWithToken } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { keepSecret } from '#lib/secret-once.ts'

const onError = ({ message }: Error) => showFailure(message)

export function useConnectorActs({ id, name }: Pick<Connector, 'id' | 'name'>) {
  const { t } = useTranslation('connectors')
  const client = useQueryClient()
  const params = { connector: id }
  const refresh = () => client.invalidateQueries({ queryKey: ['connectors'] })
  const setPaused = useMutation({
    mutationFn: async (paused: boolean): Promise<boolean> => {
      await call('connectors.change', { params, body: { paused } })
      return paused
    },
    onSuccess: async (paused) => {
      await refresh()
      const message = paused ? t('acts.paused', { name }) : t('acts.resumed', { name })
      showDone(message, () => setPaused.mutate(!paused))
    },
    onError,
  })
  const rotate = useMutation({
    mutationFn: () => call('connectors.rotate', { params, idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      await refresh()
      showDone(t('acts.rotateAsked', { name }))
    },
    onError,
  })
  const drain = useMutation({
    mutationFn: () => call('connectors.drain', { params, idempotencyKey: crypto.randomUUID() }),
    onSuccess: refresh,
  })
  const revoke = useMutation({
    mutationFn: () => call('connectors.revoke', { params, idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      await refresh()
      showDone(t('acts.revoked', { name }))
    },
  })
  const enroll = useMutation({
    mutationFn: async (): Promise<ConnectorWithToken> =>
      (await call('connectors.enrol', { params, idempotencyKey: crypto.randomUUID() })).body,
    onSuccess: async (made) => {
      if (made.enrolment_token !== undefined) keepSecret(id, made.enrolment_token)
      await refresh()
    },
  })
  return { setPaused, rotate, drain, revoke, enroll }
}

export type ConnectorActs = ReturnType<typeof useConnectorActs>
