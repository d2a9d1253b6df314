// When a task is due and, once that has passed, by how much.
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { describeDue, dueState } from '#features/tasks/marks/describe-due.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import classes from './properties.module.css'

const MINUTE_MS = 60_000

export function DueWords({ at, isOpen }: { at: string; isOpen: boolean }) {
  const { t } = useTranslation('task')
  const locale = useLocale()
  const now = useNow()
  const due = new Date(at)
  const time = describeDue(due, now, locale)
  const isOverdue = isOpen && dueState(due, now) === 'overdue'
  const minutes = Math.floor((now.getTime() - due.getTime()) / MINUTE_MS)
  const full = due.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <time
      dateTime={at}
      title={full}
      className={classes['due']}
      data-overdue={isOverdue || undefined}
    >
      {isOverdue && <IconClock size={16} stroke={1.75} aria-hidden="true" />}
      {isOverdue ? t('dueOverdue', { time, span: overdueSpan(minutes, t) }) : time}
    </time>
  )
}

type Words = ReturnType<typeof useTranslation<'task'>>['t']

function overdueSpan(minutes: number, t: Words): string {
  if (minutes < 60) return t('overdue.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? t('overdue.hours', { count: hours })
    : t('overdue.days', { count: Math.floor(hours / 24) })
}
