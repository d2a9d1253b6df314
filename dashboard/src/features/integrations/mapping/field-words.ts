// Labels of fields and values.
import { useTranslation } from 'react-i18next'
import { PRIORITIES, STATUSES } from '#api/transitions.gen.ts'
import { useLocale } from '#lib/use-locale.ts'

export const MAPPED_FIELDS = [
  'title',
  'description',
  'status',
  'priority',
  'assignee',
  'labels',
  'due_at',
] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

export const isMappedField = (field: string): field is MappedField =>
  (MAPPED_FIELDS as readonly string[]).includes(field) // only widens the list

/** Custom fields of the provider keep their name. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('integrations')
  return (field) => (isMappedField(field) ? t(`field.${field}`) : field)
}

/** Empty for nothing. */
export function printValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(printValue).join(', ')
  return JSON.stringify(value)
}

/** Labels for enum values, localized dates, everything else unchanged. */
export function usePrint(): (field: string, value: unknown) => string {
  const locale = useLocale()
  const { t } = useTranslation(['tasks', 'common'])
  return (field, value) => {
    if (typeof value !== 'string' || value === '') return printValue(value)
    if (field === 'due_at') {
      return new Date(value).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    }
    const status = field === 'status' && STATUSES.find((one) => one === value)
    if (status) return t(`tasks:statusChoice.${status}`)
    const priority = field === 'priority' && PRIORITIES.find((one) => one === value)
    return priority ? t(`common:priority.${priority}`) : value
  }
}
