// What a field was changed to, in a few words; long texts are not repeated.
import type { Field, FieldChange, Priority, Status } from '@task-service/contract'
import type { useTranslation } from 'react-i18next'
import { PRIORITIES, STATUSES } from '#api/transitions.gen.ts'
import { describeValue, hasValue } from '#features/tasks/fields/describe-value.ts'
import { describeDue } from '#features/tasks/marks/describe-due.ts'

export type Words = ReturnType<
  typeof useTranslation<['task', 'common', 'tasks', 'attempts', 'fields']>
>['t']

export type KnownField = Pick<Field, 'key' | 'name' | 'type' | 'choices'>

const LONG = 80

const isStatus = (value: unknown): value is Status => STATUSES.some((one) => one === value)
const isPriority = (value: unknown): value is Priority => PRIORITIES.some((one) => one === value)

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function describeLabels({ from, to }: FieldChange, t: Words): string {
  const before = texts(from)
  const after = texts(to)
  const added = after.filter((label) => !before.includes(label))
  const gone = before.filter((label) => !after.includes(label))
  return [
    added.length > 0 && t('task:did.labeled', { list: added.join(', ') }),
    gone.length > 0 && t('task:did.unlabeled', { list: gone.join(', ') }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Each custom field that differs, and once for everything else in `fields`. */
function describeFields(
  { from, to }: FieldChange,
  t: Words,
  { locale, fields }: { locale: string; fields: readonly KnownField[] },
): string {
  const before = valuesOf(from)
  const after = valuesOf(to)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const told = changed.map((key) => {
    const field = fields.find((one) => one.key === key)
    if (!field) return t('task:did.changed', { field: 'fields' })
    if (!hasValue(after[key])) return t('fields:did.cleared', { field: field.name })
    const value = describeValue(field, after[key], locale)
    return value.length > LONG
      ? t('fields:did.changed', { field: field.name })
      : t('fields:did.set', { field: field.name, value })
  })
  return [...new Set(told)].join(', ')
}

function valuesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

type Item = { id: string; text: string; checked: boolean }

const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : []) // written by the service

/** One item is named; more are not. */
function describeChecklist({ from, to }: FieldChange, t: Words): string {
  const before = itemsOf(from)
  const after = itemsOf(to)
  const added = after.filter(({ id }) => !before.some((item) => item.id === id))
  const removed = before.filter(({ id }) => !after.some((item) => item.id === id))
  const toggled = after.filter(({ id, checked }) =>
    before.some((item) => item.id === id && item.checked !== checked),
  )
  const [only, ...others] = [
    ...added.map((item) => ['itemAdded', item] as const),
    ...removed.map((item) => ['itemRemoved', item] as const),
    ...toggled.map((item) => [item.checked ? 'itemChecked' : 'itemUnchecked', item] as const),
  ]
  if (!only || others.length > 0) return t('attempts:did.checklist')
  const [did, { text }] = only
  return t(`attempts:did.${did}`, { text: text.length > LONG ? `${text.slice(0, LONG)}…` : text })
}

export function describeChange(
  change: FieldChange,
  t: Words,
  known: { locale: string; fields: readonly KnownField[] },
): string {
  const { locale } = known
  const { field, to } = change
  const text = typeof to === 'string' && to.length <= LONG ? to : undefined
  if (field === 'status' && isStatus(to)) {
    return t('task:did.moved', { to: t(`tasks:statusChoice.${to}`) })
  }
  if (field === 'priority' && isPriority(to)) {
    return t('task:did.prioritized', { to: t(`common:priority.${to}`) })
  }
  if (field === 'assignee')
    return text ? t('task:did.assigned', { to: text }) : t('task:did.unassigned')
  if (field === 'delegate') {
    return text ? t('task:did.delegated', { to: text }) : t('task:did.undelegated')
  }
  if (field === 'attachment') {
    return typeof to === 'string'
      ? t('task:did.attached', { name: to })
      : t('task:did.attachmentDeleted', { name: String(change.from) })
  }
  if (field === 'blocked_by') return t('attempts:did.blockedBy')
  if (field === 'checklist') return describeChecklist(change, t)
  if (field === 'labels') return describeLabels(change, t)
  if (field === 'due_at') {
    return text
      ? t('task:did.due', { to: describeDue(new Date(text), new Date(), locale) })
      : t('task:did.noDue')
  }
  if (field === 'fields') return describeFields(change, t, known)
  if (field === 'title' && text) return t('task:did.renamed', { to: text })
  return t('task:did.changed', { field: field.replaceAll('_', ' ') })
}
