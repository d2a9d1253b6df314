// The form of a custom field beside the list: a new one, or one that exists, whose key and type stay.
import { NativeSelect, TextInput } from '@mantine/core'
import type { Field, FieldType } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import { PanelForm } from '../users/panel-form.tsx'
import { type ChoiceDraft, ChoiceEditor, newChoice } from './choice-editor.tsx'
import { useFieldAct } from './field-acts.ts'

const TYPES = ['text', 'number', 'date', 'choice', 'person', 'url'] as const
/** Those that show their errors. */
const AT = ['/name', '/type', '/key', '/choices'] as const

type Draft = { name: string; type: FieldType; key: string; choices: ChoiceDraft[] }

function draftOf(field: Field | undefined): Draft {
  if (!field) return { name: '', type: 'text', key: '', choices: [newChoice(), newChoice()] }
  const { name, type, key, choices } = field
  return { name, type, key, choices: choices.map((choice) => ({ ...newChoice(), ...choice })) }
}

const isWritten = ({ label }: ChoiceDraft): boolean => label.trim() !== ''

/** Lines that were left empty are none. */
function choicesOf({ type, choices }: Draft) {
  if (type !== 'choice') return {}
  const written = choices.filter(isWritten)
  return {
    choices: written.map(({ label, value, archived }) => ({
      label: label.trim(),
      archived,
      ...(value !== undefined && { value }),
    })),
  }
}

async function save(field: Field | undefined, draft: Draft): Promise<Field> {
  const name = draft.name.trim()
  if (field) {
    const body = { name, ...choicesOf(draft) }
    const params = { field: field.id }
    return (await call('fields.change', { params, body, ifMatch: `"${field.version}"` })).body
  }
  const key = draft.key.trim()
  const body = { name, type: draft.type, ...(key !== '' && { key }), ...choicesOf(draft) }
  return (await call('fields.create', { body, idempotencyKey: crypto.randomUUID() })).body
}

export function FieldPanel({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
  const { t } = useTranslation('fields')
  const [draft, setDraft] = useState(() => draftOf(field))
  const send = useFieldAct(() => save(field, draft))
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const isReady =
    draft.name.trim() !== '' && (draft.type !== 'choice' || draft.choices.some(isWritten))
  const submit = () =>
    send.mutate(undefined, {
      onSuccess: ({ name }) => {
        showDone(t(field ? 'admin.savedDone' : 'admin.createdDone', { name }))
        onClose()
      },
    })
  return (
    <PanelForm
      title={field ? t('admin.editTitle', { name: field.name }) : t('admin.add')}
      submitLabel={t(field ? 'admin.save' : 'admin.create')}
      error={send.error}
      isPending={send.isPending}
      isReady={isReady}
      fields={AT}
      onSubmit={submit}
      onClose={onClose}
    >
      <PanelFields draft={draft} isNew={!field} error={send.error} onChange={change} />
    </PanelForm>
  )
}

type FieldsProps = {
  draft: Draft
  isNew: boolean
  error: Error | null
  onChange: (part: Partial<Draft>) => void
}

function PanelFields({ draft, isNew, error, onChange }: FieldsProps) {
  const { t } = useTranslation('fields')
  const errorAt = fieldErrors(error)
  return (
    <>
      <TextInput
        label={t('admin.name')}
        value={draft.name}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        error={errorAt('/name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('admin.type')}
        description={t('admin.typeHint')}
        value={draft.type}
        disabled={!isNew}
        error={errorAt('/type')}
        data={TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        onChange={(event) => onChange({ type: event.currentTarget.value as FieldType })} // one of the options
      />
      <TextInput
        label={t('admin.key')}
        description={t('admin.keyHint')}
        value={draft.key}
        disabled={!isNew}
        maxLength={50}
        autoComplete="off"
        error={errorAt('/key')}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      {draft.type === 'choice' && (
        <ChoiceEditor
          choices={draft.choices}
          errorAt={errorAt}
          onChange={(choices) => onChange({ choices })}
        />
      )}
    </>
  )
}
