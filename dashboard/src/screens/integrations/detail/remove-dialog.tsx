// What taking an integration away means, and the way back to the others afterwards.
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { RemoveByName } from '../../../parts/records/remove-by-name.tsx'
import { useRemoval } from '../../../parts/records/use-removal.ts'

export function RemoveDialog({
  integration: { id, name },
  onClose,
}: {
  integration: Integration
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
      {t('removal.text')}
    </RemoveByName>
  )
}
