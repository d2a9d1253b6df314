// What taking a webhook away means, and the way back to the others afterwards.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { targetOf } from '../../../parts/delivery/target.ts'
import { RemoveByName } from '../../../parts/records/remove-by-name.tsx'
import { showDone } from '../../../parts/toasts.tsx'

export function DeleteDialog({
  webhook,
  pending,
  onClose,
}: {
  webhook: Webhook
  pending: number
  onClose: () => void
}) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const navigate = useNavigate()
  const name = targetOf(webhook.url)
  const remove = useMutation({
    mutationFn: () => call('webhooks.remove', { params: { webhook: webhook.id } }),
    onSuccess: async () => {
      showDone(t('deletion.done'))
      await navigate({ to: '/webhooks', search: {} })
      client.removeQueries({ queryKey: ['webhooks', 'one', webhook.id] })
      await client.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <RemoveByName
      title={t('deletion.title')}
      typeLabel={t('deletion.type', { name })}
      submitLabel={t('deletion.submit')}
      name={name}
      error={remove.error}
      isPending={remove.isPending}
      onRemove={() => remove.mutate()}
      onClose={onClose}
    >
      {t('deletion.text')} {pending > 0 && t('deletion.underWay', { count: pending })}
    </RemoveByName>
  )
}
