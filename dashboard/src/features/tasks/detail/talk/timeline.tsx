// The story of a task, oldest first: who did what, and what was said.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Activity, Task } from '@task-service/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFields } from '#api/fields.ts'
import { ActorMark, useActorName } from '#components/marks/actor-mark.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { taskQuestionsQuery } from '#features/inbox/question-queries.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useActivity, useComments } from '../use-activity.ts'
import { CommentItem } from './comment-item.tsx'
import { describeAction } from './describe-action.ts'
import { AnswerItem, QuestionItem } from './question-item.tsx'
import { stillUnsent } from './still-unsent.ts'
import classes from './timeline.module.css'
import { type TimelineItem, timelineItems } from './timeline-items.ts'
import { UnsentComment } from './unsent-comment.tsx'
import { useUnsent } from './unsent-comments.ts'

export function Timeline({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'common'])
  const events = useActivity(task.id)
  const talk = useComments(task.id)
  const { activity } = events
  const { comments } = talk
  const questions = useQuery(taskQuestionsQuery(task.id)).data
  const items = useMemo(
    () => timelineItems(activity, comments, questions),
    [activity, comments, questions],
  )
  const unsent = stillUnsent(useUnsent(), task.id, comments)
  const error = events.error ?? talk.error
  if (error && items.length + unsent.length === 0) {
    const retry = () => void Promise.all([events.refetch(), talk.refetch()])
    return <ErrorState what={t('task:tab.activity')} error={error} onRetry={retry} />
  }
  return (
    <>
      {events.hasNextPage && (
        <Button size="compact-sm" variant="subtle" onClick={() => void events.fetchNextPage()}>
          {t('task:showEarlier')}
        </Button>
      )}
      <ol className={classes['timeline']}>
        {items.map((item) => renderItem(item))}
        {unsent.map((comment) => (
          <UnsentComment key={comment.key} comment={comment} />
        ))}
      </ol>
      {talk.hasNextPage && (
        <Button size="compact-sm" variant="subtle" onClick={() => void talk.fetchNextPage()}>
          {t('task:showMoreComments')}
        </Button>
      )}
    </>
  )
}

function renderItem(item: TimelineItem): ReactNode {
  if (item.kind === 'event') return <EventItem key={item.entry.id} entry={item.entry} />
  if (item.kind === 'comment') return <CommentItem key={item.comment.id} comment={item.comment} />
  const { question } = item
  if (item.kind === 'question') return <QuestionItem key={question.id} question={question} />
  return <AnswerItem key={`${question.id} answer`} question={question} at={item.at} />
}

function EventItem({ entry }: { entry: Activity }) {
  const { t } = useTranslation(['task', 'common', 'tasks', 'attempts', 'fields'])
  const fields = useFields()
  const locale = useLocale()
  const name = useActorName(entry.actor)
  const words = describeAction(entry, t, locale, fields)
  return (
    <li className={classes['item']}>
      <ActorMark actor={entry.actor} />
      <p className={classes['line']} title={entry.request_id}>
        <b>{name}</b> {words || entry.action} <RelativeTime at={entry.at} />
      </p>
    </li>
  )
}
