// The story of a task, oldest first: who did what, and what was said.

import { Button } from '@mantine/core'
import type { Activity, Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { useActivity, useComments } from '../use-activity.ts'
import { ActorMark, useActorName } from './actor-mark.tsx'
import { CommentItem } from './comment-item.tsx'
import { describeChange } from './describe-change.ts'
import classes from './timeline.module.css'
import { timelineItems } from './timeline-items.ts'

export function Timeline({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'common'])
  const events = useActivity(task.id)
  const talk = useComments(task.id)
  const { activity } = events
  const { comments } = talk
  const items = useMemo(() => timelineItems(activity, comments), [activity, comments])
  const error = events.error ?? talk.error
  if (error && items.length === 0) {
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
        {items.map((item) =>
          item.kind === 'event' ? (
            <EventItem key={item.entry.id} entry={item.entry} />
          ) : (
            <CommentItem key={item.comment.id} comment={item.comment} />
          ),
        )}
      </ol>
      {talk.hasNextPage && (
        <Button size="compact-sm" variant="subtle" onClick={() => void talk.fetchNextPage()}>
          {t('task:showMoreComments')}
        </Button>
      )}
    </>
  )
}

function EventItem({ entry }: { entry: Activity }) {
  const { t } = useTranslation(['task', 'common', 'tasks'])
  const locale = useLocale()
  const name = useActorName(entry.actor)
  const words =
    entry.action === 'task.created'
      ? t('task:did.created')
      : entry.action === 'comment.deleted'
        ? t('task:did.commentDeleted')
        : entry.changes.map((change) => describeChange(change, t, locale)).join(', ')
  return (
    <li className={classes['item']}>
      <ActorMark actor={entry.actor} />
      <p className={classes['line']} title={entry.request_id}>
        <b>{name}</b> {words || entry.action} <RelativeTime at={entry.at} />
      </p>
    </li>
  )
}
