// Connects a provider: what it asks for, a test that shows where it fails, and then the initial sync.
import { Button, TextInput } from '@mantine/core'
import type { Provider } from '@task-service/contract'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, formError } from '#components/fields/field-errors.ts'
import { useFocusInvalid } from '#components/fields/use-focus-invalid.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { CheckStages } from './check-stages.tsx'
import classes from './connect.module.css'
import { ConfigFields, SecretFields } from './connection-fields.tsx'
import { CONNECTION_FIELDS, type Draft, emptyDraft, missingOf } from './draft.ts'
import { useConnect, useTest } from './use-connect.ts'

export function ConnectForm({
  provider,
  onBack,
  onClose,
}: {
  provider: Provider
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('integrations')
  const id = useId()
  const [draft, setDraft] = useState(() => emptyDraft(provider))
  const test = useTest(provider)
  const connect = useConnect(provider)
  const edit = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    // The result is about the values before this change.
    if (change.name === undefined) test.reset()
  }
  const error = connect.error ?? test.error
  useFocusInvalid(id, error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (test.data?.ok) connect.mutate(draft)
    else test.mutate(draft)
  }
  return (
    <SidePanel
      width={560}
      title={t('connect.title', { name: provider.name })}
      onClose={onClose}
      foot={
        <Foot
          formId={id}
          isTested={test.data?.ok}
          isMissing={missingOf(provider, draft).length > 0}
          isTesting={test.isPending}
          isConnecting={connect.isPending}
          onBack={onBack}
          onConnect={() => connect.mutate(draft)}
        />
      }
    >
      <PanelBody>
        <form id={id} className={classes['form']} onSubmit={submit} noValidate>
          <Fields provider={provider} draft={draft} error={error} onChange={edit} />
          <CheckStages provider={provider.name} check={test.data} isRunning={test.isPending} />
        </form>
      </PanelBody>
    </SidePanel>
  )
}

function Fields({
  provider,
  draft,
  error,
  onChange,
}: {
  provider: Provider
  draft: Draft
  error: Error | null
  onChange: (change: Partial<Draft>) => void
}) {
  const { t } = useTranslation('integrations')
  const errorAt = fieldErrors(error)
  return (
    <>
      {error && <Notice live tone="red" title={formError(error, CONNECTION_FIELDS)} />}
      <TextInput
        label={t('connect.name')}
        description={t('connect.nameHint')}
        required
        data-autofocus
        value={draft.name}
        error={errorAt('/name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ConfigFields
        provider={provider}
        config={draft.config}
        errorAt={errorAt}
        onChange={(config) => onChange({ config })}
      />
      <SecretFields
        provider={provider}
        secrets={draft.secrets}
        errorAt={errorAt}
        onChange={(secrets) => onChange({ secrets })}
      />
    </>
  )
}

function Foot({
  formId,
  isTested,
  isMissing,
  isTesting,
  isConnecting,
  onBack,
  onConnect,
}: {
  formId: string
  /** Undefined before the first test. */
  isTested: boolean | undefined
  isMissing: boolean
  isTesting: boolean
  isConnecting: boolean
  onBack: () => void
  onConnect: () => void
}) {
  const { t } = useTranslation('integrations')
  return (
    <div className={classes['foot']}>
      <Button variant="subtle" onClick={onBack}>
        {t('gallery.another')}
      </Button>
      {isTested === false && (
        <Button variant="default" loading={isConnecting} onClick={onConnect}>
          {t('connect.submitUntested')}
        </Button>
      )}
      <Button type="submit" form={formId} disabled={isMissing} loading={isTesting || isConnecting}>
        {isTested ? t('connect.submit') : t('connect.test')}
      </Button>
    </div>
  )
}
