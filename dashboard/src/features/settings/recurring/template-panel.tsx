// Creates or changes a template: the values of the tasks that are created from it.
import { Autocomplete, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { Priority, Template } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { usePeople } from '#api/user-names.ts'
import { type ErrorAt, fieldErrors } from '#components/fields/field-errors.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import { PanelForm } from '../users/panel-form.tsx'
import classes from './recurring.module.css'
import { useRecurringAct } from './recurring-queries.ts'
import {
  assigneesOf,
  type DueUnit,
  emptyTemplate,
  type TemplateDraft,
  templateDraftOf,
  toChange,
  toTask,
} from './template-draft.ts'

const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const satisfies readonly Priority[]
const FIELDS = [
  '/name',
  '/task/title',
  '/task/description',
  '/task/queue',
  '/task/labels',
  '/task/assignee',
  '/task/due_in',
] as const

export function TemplatePanel({
  template,
  onClose,
}: {
  /** Undefined for a new one. */
  template?: Template | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('recurring')
  const [draft, setDraft] = useState(() =>
    template ? templateDraftOf(template.name, template.task) : emptyTemplate,
  )
  const save = useRecurringAct(async () => {
    if (!template) {
      const body = { name: draft.name.trim(), task: toTask(draft) }
      await call('templates.create', { body, idempotencyKey: crypto.randomUUID() })
      return
    }
    const ifMatch = `"${template.version}"`
    const params = { template: template.id }
    await call('templates.change', { params, body: toChange(draft), ifMatch })
  })
  return (
    <PanelForm
      title={t(template ? 'editTemplate' : 'newTemplate')}
      submitLabel={t(template ? 'save' : 'createTemplate')}
      error={save.error}
      isPending={save.isPending}
      isReady={draft.name.trim() !== '' && draft.title.trim() !== ''}
      fields={FIELDS}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: () => {
            showDone(t('saved', { name: draft.name.trim() }))
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <Fields
        draft={draft}
        errorAt={fieldErrors(save.error)}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
    </PanelForm>
  )
}

type FieldsProps = {
  draft: TemplateDraft
  errorAt: ErrorAt
  onChange: (change: Partial<TemplateDraft>) => void
}

function Fields({ draft, errorAt, onChange }: FieldsProps) {
  const { t } = useTranslation('recurring')
  return (
    <>
      <TextInput
        label={t('field.name')}
        required
        maxLength={100}
        data-autofocus
        autoComplete="off"
        value={draft.name}
        error={errorAt('/name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('field.title')}
        required
        maxLength={500}
        autoComplete="off"
        value={draft.title}
        error={errorAt('/task/title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('field.description')}
        autosize
        minRows={3}
        maxRows={10}
        value={draft.description}
        error={errorAt('/task/description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <PlaceFields draft={draft} errorAt={errorAt} onChange={onChange} />
      <DueFields draft={draft} errorAt={errorAt} onChange={onChange} />
    </>
  )
}

function PlaceFields({ draft, errorAt, onChange }: FieldsProps) {
  const { t } = useTranslation('recurring')
  const people = usePeople()
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={t('field.priority')}
          allowDeselect={false}
          data={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={draft.priority}
          onChange={(value) => value && onChange({ priority: value })}
        />
        <TextInput
          label={t('field.queue')}
          placeholder="default"
          autoComplete="off"
          value={draft.queue}
          error={errorAt('/task/queue')}
          onChange={(event) => onChange({ queue: event.currentTarget.value })}
        />
      </div>
      <Autocomplete
        label={t('field.assignee')}
        data={assigneesOf(people)}
        value={draft.assignee}
        error={errorAt('/task/assignee')}
        onChange={(assignee) => onChange({ assignee })}
      />
      <TagsInput
        label={t('field.labels')}
        maxTags={50}
        value={draft.labels}
        error={errorAt('/task/labels')}
        onChange={(labels) => onChange({ labels })}
      />
    </>
  )
}

const DUE_UNITS = ['h', 'd', 'w'] as const satisfies readonly DueUnit[]

function DueFields({ draft, errorAt, onChange }: FieldsProps) {
  const { t } = useTranslation('recurring')
  return (
    <div className={classes['pair']}>
      <NumberInput
        hideControls
        label={t('field.due')}
        placeholder={t('noDue')}
        min={1}
        max={9_999}
        allowDecimal={false}
        value={draft.due}
        error={errorAt('/task/due_in')}
        onChange={(value) => onChange({ due: String(value) })}
      />
      <Select
        label={t('field.dueUnit')}
        allowDeselect={false}
        data={DUE_UNITS.map((value) => ({ value, label: t(`dueUnit.${value}`) }))}
        value={draft.dueUnit}
        onChange={(value) => value && onChange({ dueUnit: value })}
      />
    </div>
  )
}
