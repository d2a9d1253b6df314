// What a field was changed to, in a few words; long texts are not repeated.
import type { FieldChange, Priority, Status } from '@task-service/contract'
import type { useTranslation } from 'react-i18next'
import { PRIORITIES, STATUSES } from '#api/transitions.gen.ts'
import { describeDue } from '#features/tasks/marks/describe-due.ts'

export type Words = ReturnType<typeof useTranslation<['task', 'common', 'tasks', 'attempts']>>['t']

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

export function describeChange(change: FieldChange, t: Words, locale: string): string {
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
  if (field === 'blocked_by') return t('attempts:did.blockedBy')
  if (field === 'labels') return describeLabels(change, t)
  if (field === 'due_at') {
    return text
      ? t('task:did.due', { to: describeDue(new Date(text), new Date(), locale) })
      : t('task:did.noDue')
  }
  if (field === 'title' && text) return t('task:did.renamed', { to: text })
  return t('task:did.changed', { field: field.replaceAll('_', ' ') })
}
