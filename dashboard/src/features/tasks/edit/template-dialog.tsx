// Saves the values of a task as a template.
import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { templateOf } from '../create/template-values.ts'
import classes from './template-dialog.module.css'

export type TemplateDialogProps = { task: Task; onClose: () => void }

const MOST = 100

export function TemplateDialog({ task, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('tasks')
  const { t: common } = useTranslation()
  const [name, setName] = useState(task.title.slice(0, MOST))
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call('templates.create', {
        body: { name: name.trim(), task: templateOf(task) },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['templates'] })
      showDone(t('template.saved', { name: name.trim() }))
      onClose()
    },
  })
  const nameError = fieldErrors(save.error)('/name')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('template.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form className={classes['form']} onSubmit={submit} noValidate>
        <span>{t('template.text')}</span>
        {save.error && !nameError && <Notice live tone="red" title={save.error.message} />}
        <TextInput
          label={t('template.name')}
          required
          maxLength={MOST}
          data-autofocus
          autoComplete="off"
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t('template.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
