// Takes a webhook away for good, once its name was typed.
import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { targetOf } from '../../../parts/delivery/target.ts'
import { Notice } from '../../../parts/surface/notice.tsx'
import { showDone } from '../../../parts/toasts.tsx'
import classes from './detail.module.css'

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
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
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
    <Modal
      opened
      onClose={onClose}
      title={t('deletion.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <p className={classes['text']}>
        {t('deletion.text')} {pending > 0 && t('deletion.underWay', { count: pending })}
      </p>
      <div className={classes['stack']}>
        <TextInput
          label={t('deletion.type', { name })}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.error && <Notice live tone="red" title={remove.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          color="red"
          disabled={typed.trim() !== name}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('deletion.submit')}
        </Button>
      </div>
    </Modal>
  )
}
