// Confirms the removal of an integration, then returns to the list.
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { RemoveByName } from '#components/records/remove-by-name.tsx'
import { useRemoval } from '#components/records/use-removal.ts'

export function RemoveDialog({
  integration: { id, name },
  provider,
  onClose,
}: {
  integration: Integration
  provider: string
  onClose: () => void
}) {
  const { t } = useTranslation('integrations')
  const removal = useRemoval({
    kind: 'integrations',
    id,
    remove: () => call('integrations.remove', { params: { integration: id } }),
    done: t('removal.done', { name }),
  })
  return (
    <RemoveByName
      title={t('removal.title')}
      typeLabel={t('removal.type', { name })}
      submitLabel={t('removal.submit')}
      name={name}
      removal={removal}
      onClose={onClose}
    >
      {t('removal.text', { provider })}
    </RemoveByName>
  )
}
