// The custom fields of a task as rows of the rail: each opens its editor where it stands.
import { IconExternalLink } from '@tabler/icons-react'
import type { Field, Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { hasValue } from '#features/tasks/fields/describe-value.ts'
import { FieldValue } from '#features/tasks/fields/field-value.tsx'
import { usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { safeAddress } from '../head/safe-address.ts'
import { NoValue, PropertyRow } from './property-row.tsx'
import classes from './rail.module.css'

export function CustomFields({ task, fields }: { task: Task; fields: readonly Field[] }) {
  return (
    <dl className={classes['rows']}>
      {fields.map((field) => (
        <CustomField key={field.id} task={task} field={field} />
      ))}
    </dl>
  )
}

function CustomField({ task, field }: { task: Task; field: Field }) {
  const { t } = useTranslation('fields')
  const openPicker = usePicker()
  const value = task.fields[field.key]
  const address = field.type === 'url' && typeof value === 'string' ? safeAddress(value) : undefined
  return (
    <PropertyRow
      name={field.name}
      property={`field:${field.key}`}
      onOpen={(at) => openPicker(`field:${field.key}`, [task], at)}
      beside={
        address && (
          <a
            className={classes['follow']}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('openLink', { field: field.name })}
          >
            <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
          </a>
        )
      }
    >
      {hasValue(value) ? (
        <FieldValue field={field} value={value} />
      ) : (
        <NoValue>{t('set', { field: field.name })}</NoValue>
      )}
    </PropertyRow>
  )
}
