// What taking an integration away means, and the way back to the others afterwards.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { RemoveByName } from '../../../parts/records/remove-by-name.tsx'
import { showDone } from '../../../parts/toasts.tsx'

export function RemoveDialog({
  integration: { id, name },
  onClose,
}: {
  integration: Integration
  onClose: () => void
}) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call('integrations.remove', { params: { integration: id } }),
    onSuccess: async () => {
      showDone(t('removal.done', { name }))
      await navigate({ to: '/integrations', search: {} })
      client.removeQueries({ queryKey: ['integrations', 'one', id] })
      await client.invalidateQueries({ queryKey: ['integrations'] })
    },
  })
  return (
    <RemoveByName
      title={t('removal.title')}
      typeLabel={t('removal.type', { name })}
      submitLabel={t('removal.submit')}
      name={name}
      error={remove.error}
      isPending={remove.isPending}
      onRemove={() => remove.mutate()}
      onClose={onClose}
    >
      {t('removal.text')}
    </RemoveByName>
  )
}
