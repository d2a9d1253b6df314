// Always visible: a comment field, and the next step of the task.
import type { Task } from '@task-service/contract'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/keys.ts'
import { CommentField, useComment } from './comment-field.tsx'
import { StepButtons } from './step-buttons.tsx'
import classes from './task-foot.module.css'

export function TaskFoot({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const comment = useComment(task)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeys(
    useMemo(() => {
      const run = () => field.current?.focus()
      return [{ keys: 'm', group: 'task' as const, label: t('comment'), run }]
    }, [t]),
  )
  return (
    <div className={classes['foot']} data-foot>
      <CommentField comment={comment} field={field} />
      <StepButtons task={task} before={comment.send} />
    </div>
  )
}
