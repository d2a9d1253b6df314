// Values that fields of an event must have, row by row, and a way to try them before they are stored.
import { Autocomplete, Button, Select, TagsInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { eventTypesQuery } from '../webhook-queries.ts'
import { createOf, type Draft, type FilterRow } from './draft.ts'
import classes from './form.module.css'
import { RowEditor, type RowFields } from './row-editor.tsx'

const PATHS = [
  'data.status',
  'data.priority',
  'data.queue',
  'data.labels',
  'data.assignee',
  'data.delegate',
  'data.source',
  'changed',
  'actor.kind',
]
const KNOWN_VALUES: Record<string, string[]> = {
  'data.priority': ['urgent', 'high', 'normal', 'low'],
  'data.status': [
    'triage',
    'ready',
    'in_progress',
    'input_required',
    'in_review',
    'completed',
    'failed',
    'canceled',
  ],
  'actor.kind': ['user', 'agent', 'key', 'system'],
}

export function FilterEditor({
  draft,
  error,
  onChange,
}: {
  draft: Draft
  error?: string | undefined
  onChange: (rows: FilterRow[]) => void
}) {
  const { t } = useTranslation('webhooks')
  const rows = draft.filter
  const words = {
    legend: t('form.filter'),
    hint: t('form.filterHint'),
    add: t('form.addFilter'),
    remove: t('form.removeFilter'),
  }
  return (
    <RowEditor<FilterRow>
      words={words}
      rows={rows}
      blank={{ path: '', values: [] }}
      error={error}
      onChange={onChange}
      fields={FilterFields}
    >
      {(rows.length > 0 || !draft.allEvents) && <FilterTest draft={draft} />}
    </RowEditor>
  )
}

function FilterFields({ row, replace }: RowFields<FilterRow>) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <Autocomplete
        aria-label={t('form.path')}
        placeholder="data.queue"
        data={PATHS}
        value={row.path}
        onChange={(path) => replace({ path })}
      />
      <TagsInput
        aria-label={t('form.values')}
        placeholder={row.values.length === 0 ? t('form.valuesHint') : ''}
        data={KNOWN_VALUES[row.path] ?? []}
        value={row.values}
        acceptValueOnBlur
        styles={{ inputField: { minWidth: 40 } }}
        onChange={(values) => replace({ values })}
      />
    </>
  )
}

function FilterTest({ draft }: { draft: Draft }) {
  const { t } = useTranslation('webhooks')
  const types = useQuery(eventTypesQuery)
  const [type, setType] = useState<string | null>('task.created')
  const example = types.data?.find((one) => one.type === type)?.example
  const test = useMutation({
    mutationFn: async () => {
      const { event_types, filter } = createOf(draft)
      if (!example) return undefined
      const { data, previous, changed, actor } = example
      const event = { type: example.type, data, previous, changed, actor }
      const body = { event, ...(event_types && { event_types }), ...(filter && { filter }) }
      return (await call('webhooks.test_filter', { body })).body
    },
  })
  return (
    <>
      <div className={classes['test']}>
        <Select
          label={t('form.testWith')}
          data={(types.data ?? []).map((one) => one.type)}
          value={type}
          allowDeselect={false}
          onChange={setType}
        />
        <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
          {t('form.test')}
        </Button>
      </div>
      {test.data && (
        <Notice
          live
          tone={test.data.matches ? 'green' : 'amber'}
          title={test.data.matches ? t('form.matches') : t('form.matchesNot')}
        >
          {test.data.reason}
        </Notice>
      )}
      {test.error && <Notice live tone="red" title={test.error.message} />}
    </>
  )
}
