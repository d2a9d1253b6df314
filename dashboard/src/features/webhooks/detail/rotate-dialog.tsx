// Replaces the secret; the earlier one keeps signing for as long as is chosen here.
import { Button, Modal, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { keepSecret } from '#lib/secret-once.ts'
import classes from './detail.module.css'

const HOURS = [24, 1, 72, 168, 0] as const

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const [hours, setHours] = useState('24')
  const rotate = useMutation({
    mutationFn: async () =>
      (
        await call('webhooks.rotate_secret', {
          params: { webhook: webhook.id },
          body: { overlap_hours: Number(hours) },
        })
      ).body,
    onSuccess: async ({ id, secret }) => {
      if (secret !== undefined) keepSecret(id, secret)
      await client.invalidateQueries({ queryKey: ['webhooks'] })
      showDone(t('rotation.done'))
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rotation.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <p className={classes['text']}>{t('rotation.text')}</p>
      <div className={classes['stack']}>
        <Select
          label={t('rotation.overlap')}
          allowDeselect={false}
          value={hours}
          onChange={(value) => setHours(value ?? '24')}
          data={HOURS.map((count) => ({
            value: String(count),
            label: count === 0 ? t('rotation.atOnce') : t('rotation.hours', { count }),
          }))}
        />
        {rotate.error && <Notice live tone="red" title={rotate.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t('rotation.submit')}
        </Button>
      </div>
    </Modal>
  )
}
