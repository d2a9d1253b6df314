// The fields of a webhook; each shows what the server said about it.
import { Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import type { Problem } from '#api/problem.ts'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { type Draft, headersToDrop } from './draft.ts'
import { EventPicker } from './event-picker.tsx'
import { FilterEditor } from './filter-editor.tsx'
import classes from './form.module.css'
import { HeaderEditor } from './header-editor.tsx'
import { networkToOpen } from './network-to-open.ts'

/** Those that show their errors. */
export const WEBHOOK_FIELDS = [
  '/url',
  '/description',
  '/event_types',
  '/filter',
  '/headers',
] as const

export function WebhookFields({
  draft,
  webhook,
  problem,
  onChange,
}: {
  draft: Draft
  /** As it is stored; none for a new one. */
  webhook: Webhook | undefined
  problem: Problem | undefined
  onChange: (change: Partial<Draft>) => void
}) {
  const { t } = useTranslation('webhooks')
  const errorAt = fieldErrors(problem)
  const isRefused = problem?.code === 'webhook_url_refused'
  const network = isRefused ? networkToOpen(draft.url) : undefined
  const refusedUrl = network
    ? t('form.ownNetwork', { setting: `SERVICE_ACP_EGRESS_ALLOW=${network}` })
    : problem?.message
  return (
    <>
      <AddressFields
        draft={draft}
        urlError={isRefused ? refusedUrl : errorAt('/url')}
        descriptionError={errorAt('/description')}
        onChange={onChange}
      />
      <EventPicker
        allEvents={draft.allEvents}
        chosen={draft.eventTypes}
        error={errorAt('/event_types')}
        onChange={onChange}
      />
      <FilterEditor
        draft={draft}
        error={errorAt('/filter')}
        onChange={(filter) => onChange({ filter })}
      />
      <HeaderEditor
        rows={draft.headers}
        toDrop={webhook ? headersToDrop(draft, webhook) : []}
        error={errorAt('/headers')}
        onChange={(headers) => onChange({ headers })}
      />
      {!webhook && (
        <OrderField value={draft.ordering} onChange={(ordering) => onChange({ ordering })} />
      )}
      <Switch
        label={t('form.enabled')}
        checked={draft.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
    </>
  )
}

function OrderField({
  value,
  onChange,
}: {
  value: Draft['ordering']
  onChange: (value: Draft['ordering']) => void
}) {
  const { t } = useTranslation('webhooks')
  return (
    <fieldset className={classes['group']}>
      <legend>{t('form.ordering')}</legend>
      <Radio.Group
        aria-label={t('form.ordering')}
        value={value}
        onChange={(chosen) => onChange(chosen === 'task' ? 'task' : 'none')}
      >
        <Stack gap={8}>
          <Radio value="none" label={t('form.none')} description={t('form.noneHint')} />
          <Radio value="task" label={t('form.task')} description={t('form.taskHint')} />
        </Stack>
      </Radio.Group>
    </fieldset>
  )
}

function AddressFields({
  draft,
  urlError,
  descriptionError,
  onChange,
}: {
  draft: Draft
  urlError: string | undefined
  descriptionError: string | undefined
  onChange: (change: Partial<Draft>) => void
}) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <TextInput
        label={t('form.url')}
        description={t('form.urlHint')}
        placeholder="https://example.com/hooks/tasks"
        type="url"
        required
        data-autofocus
        value={draft.url}
        error={urlError}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <Textarea
        label={t('form.description')}
        autosize
        minRows={1}
        maxRows={4}
        value={draft.description}
        error={descriptionError}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
