// The rules of a queue: what it is for, how fast tasks age, and how long they should wait at most.
import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueueChange, QueueState } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { changeOf, type Draft, draftOf, onlyDecimal } from './draft.ts'
import classes from './edit-queue.module.css'

export function EditQueue({ queue, onClose }: { queue: QueueState; onClose: () => void }) {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const [draft, setDraft] = useState<Draft>(() => draftOf(queue))
  const save = useSave(queue, onClose)
  const change = changeOf(draft, queue)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(change)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('form.title', { queue: queue.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form onSubmit={submit} noValidate>
        <Fields
          draft={draft}
          error={save.error}
          onChange={(typed) => setDraft((now) => ({ ...now, ...typed }))}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            type="submit"
            disabled={Object.keys(change).length === 0}
            loading={save.isPending}
          >
            {t('form.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Fields({
  draft,
  error,
  onChange,
}: {
  draft: Draft
  error: Error | null
  onChange: (typed: Partial<Draft>) => void
}) {
  const { t } = useTranslation('queues')
  const problem = error instanceof Problem ? error : undefined
  const errorAt = fieldErrors(error)
  return (
    <div className={classes['stack']}>
      {error && (problem?.errors.length ?? 0) === 0 && (
        <Notice
          live
          tone={problem?.code === 'version_mismatch' ? 'amber' : 'red'}
          title={problem?.code === 'version_mismatch' ? t('form.conflict') : error.message}
        />
      )}
      <TextInput
        label={t('form.description')}
        maxLength={500}
        data-autofocus
        value={draft.description}
        error={errorAt('/description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.aging')}
        description={t('form.agingHint')}
        inputMode="decimal"
        required
        value={draft.agingMinutes}
        error={errorAt('/aging_seconds')}
        onChange={(event) => onChange({ agingMinutes: onlyDecimal(event.currentTarget.value) })}
      />
      <TextInput
        label={t('form.target')}
        description={t('form.targetHint')}
        placeholder={t('rules.noTarget')}
        inputMode="decimal"
        value={draft.targetMinutes}
        error={errorAt('/target_seconds')}
        onChange={(event) => onChange({ targetMinutes: onlyDecimal(event.currentTarget.value) })}
      />
    </div>
  )
}

function useSave({ name }: QueueState, onClose: () => void) {
  const { t } = useTranslation('queues')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: QueueChange) => {
      const { etag } = await call('queues.get', { params: { queue: name } })
      await call('queues.change', {
        params: { queue: name },
        body,
        ...(etag !== null && { ifMatch: etag }),
      })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['queues'] })
      showDone(t('form.saved', { queue: name }))
      onClose()
    },
  })
}
