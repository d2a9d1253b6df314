// Creates or changes a schedule: which template, and when, with its next occurrences while it is edited.
import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Schedule, Template } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { type ErrorAt, fieldErrors } from '#components/fields/field-errors.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { PanelForm } from '../users/panel-form.tsx'
import classes from './recurring.module.css'
import { useRecurringAct } from './recurring-queries.ts'
import { newRule, type RuleDraft, ruleDraftOf, toRule } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import { momentWords } from './schedule-row.tsx'

const FIELDS = [
  '/name',
  '/template_id',
  '/rule/interval',
  '/rule/day_of_month',
  '/rule/time',
  '/rule/time_zone',
  '/rule/starts_on',
  '/rule/ends_on',
  '/rule/count',
] as const

/** In the time zone of the browser, which is what a person means by today; Swedes write dates as the API does. */
const todayText = (): string => new Date().toLocaleDateString('sv-SE')

type PanelProps = {
  /** Undefined for a new one. */
  schedule?: Schedule | undefined
  template?: Template | undefined
  templates: readonly Template[]
  timeZone: string
  onClose: () => void
}

type Draft = { name: string; templateId: string; rule: RuleDraft }

function draftOf({ schedule, template, templates, timeZone }: PanelProps): Draft {
  return {
    name: schedule?.name ?? template?.name ?? '',
    templateId: schedule?.template_id ?? template?.id ?? templates[0]?.id ?? '',
    rule: schedule ? ruleDraftOf(schedule.rule) : newRule(todayText(), timeZone),
  }
}

async function send(schedule: Schedule | undefined, draft: Draft): Promise<void> {
  const { name, templateId, rule } = draft
  const body = { name: name.trim(), template_id: templateId, rule: toRule(rule) }
  if (!schedule) {
    await call('schedules.create', { body, idempotencyKey: crypto.randomUUID() })
    return
  }
  const ifMatch = `"${schedule.version}"`
  await call('schedules.change', { params: { schedule: schedule.id }, body, ifMatch })
}

export function SchedulePanel(props: PanelProps) {
  const { schedule, templates, onClose } = props
  const { t } = useTranslation('recurring')
  const [draft, setDraft] = useState(() => draftOf(props))
  const save = useRecurringAct(() => send(schedule, draft))
  const errorAt = fieldErrors(save.error)
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  return (
    <PanelForm
      title={t(schedule ? 'editSchedule' : 'newSchedule')}
      submitLabel={t(schedule ? 'save' : 'createSchedule')}
      error={save.error}
      isPending={save.isPending}
      isReady={draft.name.trim() !== '' && draft.templateId !== ''}
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
      <NameFields draft={draft} templates={templates} errorAt={errorAt} onChange={change} />
      <RuleFields
        draft={draft.rule}
        errorAt={errorAt}
        onChange={(part) => setDraft((now) => ({ ...now, rule: { ...now.rule, ...part } }))}
      />
      <Preview rule={draft.rule} />
    </PanelForm>
  )
}

function NameFields({
  draft,
  templates,
  errorAt,
  onChange,
}: {
  draft: Draft
  templates: readonly Template[]
  errorAt: ErrorAt
  onChange: (part: Partial<Draft>) => void
}) {
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
      <Select
        label={t('field.template')}
        allowDeselect={false}
        searchable
        data={templates.map((one) => ({ value: one.id, label: one.name }))}
        value={draft.templateId}
        error={errorAt('/template_id')}
        onChange={(value) => value && onChange({ templateId: value })}
      />
    </>
  )
}

const QUIET_MS = 250

/** Asked of the server, which also knows when clocks change. */
function Preview({ rule }: { rule: RuleDraft }) {
  const { t } = useTranslation('recurring')
  const locale = useLocale()
  const [body] = useDebouncedValue(JSON.stringify(toRule(rule)), QUIET_MS)
  const { data, isError } = useQuery({
    queryKey: ['schedules', 'preview', body],
    queryFn: async ({ signal }) =>
      (
        await call('schedules.preview', {
          body: JSON.parse(body) as ReturnType<typeof toRule>,
          signal,
        })
      ).body.upcoming, // written three lines above
    placeholderData: keepPreviousData,
    retry: false,
  })
  const moments = isError ? [] : (data ?? [])
  return (
    <div className={classes['preview']}>
      <strong>{t('preview')}</strong>
      <ul aria-live="polite">
        {moments.map((moment) => (
          <li key={moment}>{momentWords(moment, locale)}</li>
        ))}
        {data && moments.length === 0 && <li>{t('noNext')}</li>}
      </ul>
    </div>
  )
}
