// Asks before a custom field is deleted: lists can no longer use it.
import { Button, Group, Modal, Text } from '@mantine/core'
import type { Field } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { useFieldAct } from './field-acts.ts'

export function RemoveField({ field, onClose }: { field: Field; onClose: () => void }) {
  const { t } = useTranslation(['fields', 'common'])
  const { name } = field
  const remove = useFieldAct(() => call('fields.remove', { params: { field: field.id } }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('fields:admin.removeTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text>{t('fields:admin.removeText')}</Text>
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          {t('fields:admin.removeKeep')}
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showDone(t('fields:admin.removedDone', { name }))
                onClose()
              },
              onError: (error) => showFailure(error.message),
            })
          }
        >
          {t('fields:admin.remove')}
        </Button>
      </Group>
    </Modal>
  )
}
