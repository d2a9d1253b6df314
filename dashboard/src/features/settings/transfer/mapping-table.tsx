// The columns of a file, with samples, and the field of a task that each becomes.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Import, ImportField, ImportMapping, PlainImportField } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import settings from '../settings.module.css'
import { customFieldsQuery } from './import-queries.ts'
import classes from './transfer.module.css'

/** In the order in which people look for them. */
const FIELDS = [
  'title',
  'description',
  'status',
  'priority',
  'queue',
  'labels',
  'assignee',
  'delegate',
  'due_at',
  'not_before',
  'checklist',
  'external_id',
  'source',
  'parent_id',
  'blocked_by',
  'fairness_key',
  'fields',
  'input',
  'result',
  'output_schema',
] as const satisfies readonly PlainImportField[]

type Props = {
  columns: Import['columns']
  mapping: ImportMapping
  isFixed: boolean
  onChange: (mapping: ImportMapping) => void
}

export function MappingTable({ columns, mapping, isFixed, onChange }: Props) {
  const { t } = useTranslation('transfer')
  const { data: custom = [] } = useQuery(customFieldsQuery)
  const names = new Map<string, string>([
    ...FIELDS.map((field): [string, string] => [field, t(`field.${field}`)]),
    ...custom.map(({ key, name }): [string, string] => [`field:${key}`, name]),
  ])
  const fieldOf = (name: string) => mapping.find(({ column }) => column === name)?.field ?? null
  const choose = (column: string, field: string | null) => {
    const others = mapping.filter((one) => one.column !== column && one.field !== field)
    // The choices are fields.
    onChange(field === null ? others : [...others, { column, field: field as ImportField }])
  }
  return (
    <section aria-label={t('columns')}>
      <h3 className={classes['title']}>{t('columns')}</h3>
      <ul className={classes['mapping']}>
        {columns.map(({ name, samples }) => (
          <li key={name}>
            <div className={classes['words']}>
              <span className={classes['column']} dir="auto">
                {name}
              </span>
              <span className={settings['quiet']} dir="auto">
                {samples.join(' · ')}
              </span>
            </div>
            <Select
              aria-label={t('fieldOf', { name })}
              placeholder={t('leaveOut')}
              clearable
              searchable
              disabled={isFixed}
              data={[...names].map(([value, label]) => ({ value, label }))}
              value={fieldOf(name)}
              onChange={(field) => choose(name, field)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
