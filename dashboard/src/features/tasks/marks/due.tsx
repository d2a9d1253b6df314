// The due time of a task; red with a clock when it has passed.
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { describeDue, dueState, fullTime } from './describe-due.ts'
import classes from './marks.module.css'

export function Due({ at, isOpen }: { at: string; isOpen: boolean }) {
  const { t } = useTranslation('tasks')
  const overdue = t('overdue')
  return <DueText at={at} isOpen={isOpen} now={useNow()} locale={useLocale()} overdue={overdue} />
}

/** For lists, which look up words once and not for every row. */
export function DueText({
  at,
  isOpen,
  now,
  locale,
  overdue,
}: {
  at: string
  isOpen: boolean
  now: Date
  locale: string
  overdue: string
}) {
  const due = new Date(at)
  // What is done is no longer overdue.
  const state = isOpen ? dueState(due, now) : 'later'
  const full = fullTime(due, locale)
  return (
    <time
      className={classes['due']}
      data-state={state}
      dateTime={at}
      title={state === 'overdue' ? `${full}, ${overdue}` : full}
    >
      {state === 'overdue' && <IconClock size={14} stroke={1.75} aria-hidden="true" />}
      {describeDue(due, now, locale)}
    </time>
  )
}
