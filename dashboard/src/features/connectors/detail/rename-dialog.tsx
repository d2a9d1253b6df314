// Renames a connector; nothing else changes.
import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connector } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import classes from './detail.module.css'

export function RenameDialog({
  connector,
  etag,
  onClose,
}: {
  connector: Connector
  etag: string | null
  onClose: () => void
}) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const [name, setName] = useState(connector.name)
  const rename = useRename(connector.id, etag, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate(name.trim())
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('acts.rename')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('add.name')}
          description={t('renaming.text')}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={name}
          error={fieldErrors(rename.error)('/name') ?? rename.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            type="submit"
            disabled={name.trim() === '' || name.trim() === connector.name}
            loading={rename.isPending}
          >
            {t('renaming.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function useRename(connector: string, etag: string | null, onDone: () => void) {
  const { t } = useTranslation('connectors')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call('connectors.change', {
        params: { connector },
        body: { name },
        ...(etag !== null && { ifMatch: etag }),
      }),
    onSuccess: async (_, name) => {
      await client.invalidateQueries({ queryKey: ['connectors'] })
      showDone(t('renaming.done', { name }))
      onDone()
    },
  })
}
