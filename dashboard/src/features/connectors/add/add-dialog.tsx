// Adds a connector: its name, and then the command with the token that is shown once.
import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectorWithToken } from '@task-service/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { Notice } from '#components/surface/notice.tsx'
import { keepSecret } from '#lib/secret-once.ts'
import classes from './add.module.css'
import { TokenStep } from './token-step.tsx'

export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const [made, setMade] = useState<ConnectorWithToken>()
  return (
    <Modal
      opened
      size={made ? 640 : 'md'}
      onClose={onClose}
      title={made ? t('token.title', { name: made.name }) : t('add.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {made ? (
        <TokenStep connectorId={made.id} onClose={onClose} />
      ) : (
        <NameStep onMade={setMade} onClose={onClose} />
      )}
    </Modal>
  )
}

function NameStep({
  onMade,
  onClose,
}: {
  onMade: (made: ConnectorWithToken) => void
  onClose: () => void
}) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const [name, setName] = useState('')
  const add = useAdd(onMade)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') add.mutate(name.trim())
  }
  const error = add.error instanceof Problem ? fieldError(add.error) : undefined
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes['text']}>{t('add.text')}</p>
      <div className={classes['stack']}>
        <TextInput
          label={t('add.name')}
          description={t('add.nameHint')}
          placeholder="wms-north"
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {add.error && error === undefined && <Notice live tone="red" title={add.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" disabled={name.trim() === ''} loading={add.isPending}>
          {t('add.submit')}
        </Button>
      </div>
    </form>
  )
}

const fieldError = (problem: Problem): string | undefined =>
  problem.code === 'connector_name_taken' ? problem.message : fieldErrors(problem)('/name')

function useAdd(onMade: (made: ConnectorWithToken) => void) {
  const client = useQueryClient()
  // The same name sent twice is one connector; after a refusal it is another request.
  const sent = useRef({ name: '', key: '' })
  return useMutation({
    mutationFn: async (name: string): Promise<ConnectorWithToken> => {
      if (sent.current.name !== name) sent.current = { name, key: crypto.randomUUID() }
      return (await call('connectors.create', { body: { name }, idempotencyKey: sent.current.key }))
        .body
    },
    onSuccess: async (made) => {
      if (made.enrolment_token !== undefined) keepSecret(made.id, made.enrolment_token)
      onMade(made)
      await client.invalidateQueries({ queryKey: ['connectors'] })
    },
  })
}
