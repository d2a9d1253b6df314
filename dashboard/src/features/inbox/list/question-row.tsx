// A question in the list: who asks what, about which task, and since when.
import { IconCheck, IconClockX, IconMessageQuestion, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Question, QuestionState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useTaskOf } from '#features/runs/task-link.tsx'
import { selectionOf } from '../inbox-item.ts'
import classes from './list.module.css'

const icons = {
  open: IconMessageQuestion,
  answered: IconCheck,
  expired: IconClockX,
  withdrawn: IconX,
} as const satisfies Record<QuestionState, unknown>

export function QuestionRow({ question, isSelected }: { question: Question; isSelected: boolean }) {
  const { t } = useTranslation('inbox')
  const task = useTaskOf(question.task_id)
  const { id, agent, prompt, state } = question
  const Icon = icons[state]
  return (
    <Link
      to="."
      search={(now: Record<string, unknown>) => ({ ...now, ...selectionOf(id) })}
      replace
      className={classes['row'] ?? ''}
      data-row={id}
      data-state={state}
      aria-current={isSelected ? 'true' : undefined}
    >
      <span className={classes['mark']}>
        <Worker assignee={null} delegate={agent} size={28} />
        <i data-state={state}>
          <Icon size={11} stroke={2.2} aria-hidden="true" />
        </i>
      </span>
      <span className={classes['what']}>
        <b>{prompt}</b>
        <small>
          {task && <code>T-{task.number}</code>}
          <span>{task?.title ?? agent}</span>
        </small>
      </span>
      <span className="hidden-text">, {t(`state.${state}`)}</span>
      <RelativeTime at={question.created_at} className={classes['time'] ?? ''} />
    </Link>
  )
}
