// The value of a custom field in words. A value that does not fit the field is shown as it is.
import type { Field } from '@task-service/contract'

export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function describeValue(
  { type, choices }: Pick<Field, 'type' | 'choices'>,
  value: unknown,
  locale: string,
): string {
  if (!hasValue(value)) return ''
  if (type === 'number' && typeof value === 'number') {
    return value.toLocaleString(locale, { maximumFractionDigits: 20 })
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (type === 'choice') return choices.find((choice) => choice.value === value)?.label ?? value
  if (type === 'date') return describeDate(value, locale)
  if (type === 'url') return value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  return value
}

/** A day without a time zone: it is the same one everywhere. */
export function describeDate(value: string, locale: string): string {
  const at = new Date(`${value}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(at.getTime())) return value
  return at.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}
