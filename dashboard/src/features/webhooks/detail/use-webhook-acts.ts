// What can be done with a webhook besides editing it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'

export function useWebhookActs(id: string) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const [test, setTest] = useState<{ deliveryId: string; atMs: number }>()
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['webhooks'] }),
      client.invalidateQueries({ queryKey: ['deliveries'] }),
    ])
  const sendTest = useMutation({
    mutationFn: async () =>
      (
        await call('webhooks.test', {
          params: { webhook: id },
          idempotencyKey: crypto.randomUUID(),
        })
      ).body,
    onSuccess: async (delivery) => {
      setTest({ deliveryId: delivery.id, atMs: Date.now() })
      await refresh()
    },
    onError: ({ message }) => showFailure(t('test.failed', { detail: message })),
  })
  const retry = useMutation({
    mutationFn: async () =>
      (
        await call('webhooks.retry', {
          params: { webhook: id },
          idempotencyKey: crypto.randomUUID(),
        })
      ).body,
    onSuccess: async ({ count }) => {
      showDone(t('retry.done', { count }))
      await refresh()
    },
    onError: ({ message }) => showFailure(t('retry.failed', { detail: message })),
  })
  const setEnabled = useMutation({
    mutationFn: async (enabled: boolean): Promise<Webhook> =>
      (await call('webhooks.change', { params: { webhook: id }, body: { enabled } })).body,
    onSuccess: async ({ enabled }) => {
      await refresh()
      if (enabled) showDone(t('detail.enabled'))
      // What was cut off does not come back with it, so there is no undo that would say so.
      else showDone(t('detail.disabled'))
    },
    onError: ({ message }) => showFailure(message),
  })
  return { test, sendTest, retry, setEnabled }
}
