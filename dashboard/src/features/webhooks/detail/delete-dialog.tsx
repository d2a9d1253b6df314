// What taking a webhook away means, and the way back to the others afterwards.
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { RemoveByName } from '#components/records/remove-by-name.tsx'
import { useRemoval } from '#components/records/use-removal.ts'
import { targetOf } from '#lib/target.ts'

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
  const name = targetOf(webhook.url)
  const removal = useRemoval({
    kind: 'webhooks',
    id: webhook.id,
    remove: () => call('webhooks.remove', { params: { webhook: webhook.id } }),
    done: t('deletion.done'),
  })
  return (
    <RemoveByName
      title={t('deletion.title')}
      typeLabel={t('deletion.type', { name })}
      submitLabel={t('deletion.submit')}
      name={name}
      removal={removal}
      onClose={onClose}
    >
      {t('deletion.text')} {pending > 0 && t('deletion.pending', { count: pending })}
    </RemoveByName>
  )
}
