// Values that fields of an event must have, row by row, and a way to try them before they are stored.
import { ActionIcon, Autocomplete, Button, Select, TagsInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Notice } from '../../../parts/surface/notice.tsx'
import { eventTypesQuery } from '../webhook-queries.ts'
import { createOf, type Draft, type FilterRow } from './draft.ts'
import classes from './form.module.css'

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
  const replace = (key: string, change: Partial<FilterRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  return (
    <fieldset className={classes['group']}>
      <legend>{t('form.filter')}</legend>
      <p className={classes['hint']}>{t('form.filterHint')}</p>
      {rows.map((row) => (
        <div key={row.key} className={classes['pair']}>
          <Autocomplete
            aria-label={t('form.path')}
            placeholder="data.queue"
            data={PATHS}
            value={row.path}
            onChange={(path) => replace(row.key, { path })}
          />
          <TagsInput
            aria-label={t('form.values')}
            placeholder={row.values.length === 0 ? t('form.valuesHint') : ''}
            data={KNOWN_VALUES[row.path] ?? []}
            value={row.values}
            acceptValueOnBlur
            styles={{ inputField: { minWidth: 40 } }}
            onChange={(values) => replace(row.key, { values })}
          />
          <ActionIcon
            aria-label={t('form.removeFilter')}
            onClick={() => onChange(rows.filter((one) => one.key !== row.key))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <Notice tone="red" title={error} />}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => onChange([...rows, { key: crypto.randomUUID(), path: '', values: [] }])}
        >
          {t('form.addFilter')}
        </Button>
      </div>
      {(rows.length > 0 || !draft.wantsAll) && <FilterTest draft={draft} />}
    </fieldset>
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
