// Deletes a schedule or a template, after a confirmation.
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import settings from '../settings.module.css'
import { useRecurringAct } from './recurring-queries.ts'

export type Removed = { kind: 'schedule' | 'template'; id: string; name: string }

export function RemoveDialog({ removed, onClose }: { removed: Removed; onClose: () => void }) {
  const { t } = useTranslation('recurring')
  const { t: common } = useTranslation()
  const { kind, id, name } = removed
  const remove = useRecurringAct(async () => {
    if (kind === 'schedule') await call('schedules.remove', { params: { schedule: id } })
    else await call('templates.remove', { params: { template: id } })
  })
  const submit = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showDone(t('deleted', { name }))
        onClose()
      },
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deleteTitle', { name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={settings['form']}>
        <span>{t(`deleteText.${kind}`)}</span>
        {remove.error && <Notice live tone="red" title={remove.error.message} />}
        <div className={settings['buttons']}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {common('cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={submit}>
            {t('delete')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
