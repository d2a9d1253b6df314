// The due time of a task; red with a clock when it has passed.
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../parts/use-now.ts'
import { describeDue, dueState } from './describe-due.ts'
import classes from './marks.module.css'

export function Due({ at, isOpen }: { at: string; isOpen: boolean }) {
  const { t, i18n } = useTranslation('tasks')
  const now = useNow()
  const due = new Date(at)
  // What is done is no longer late.
  const state = isOpen ? dueState(due, now) : 'later'
  const full = due.toLocaleString(i18n.language, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <time
      className={classes['due']}
      data-state={state}
      dateTime={at}
      title={state === 'late' ? t('late', { time: full }) : full}
    >
      {state === 'late' && <IconClock size={14} stroke={1.75} aria-hidden="true" />}
      {describeDue(due, now, i18n.language)}
    </time>
  )
}
