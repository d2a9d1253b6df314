// A mention, an assignment, a failure or a due date beside the list: what happened, and the task that it is about.
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Actor, Notification } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { Markdown } from '#components/markdown/markdown.tsx'
import { ActorMark, useActorName } from '#components/marks/actor-mark.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useTaskOf } from '#features/runs/task-link.tsx'
import { useTimeOf } from '../own/use-time-of.ts'
import classes from './preview.module.css'
import { TaskBar } from './task-bar.tsx'

const SERVICE: Actor = { kind: 'system', id: '' }
const tones = {
  question: 'violet',
  approval: 'violet',
  mention: 'accent',
  assignment: 'accent',
  failure: 'red',
  due_soon: 'amber',
  overdue: 'red',
} as const satisfies Record<Notification['kind'], string>

export function NoticePreview({ item }: { item: Notification }) {
  const { t } = useTranslation(['inbox', 'common'])
  const name = useActorName(item.actor ?? SERVICE)
  const due = useTimeOf(item.task.due_at)
  const { kind, task } = item
  return (
    <>
      <TaskBar taskId={task.id} />
      <div className={classes['scroller']}>
        <div className={classes['content']}>
          <div className={classes['asker']}>
            <ActorMark actor={item.actor ?? SERVICE} />
            <div className={classes['who']}>
              <p>{t(`inbox:did.${kind}`, { name })}</p>
              <small>
                <RelativeTime at={item.created_at} />
              </small>
            </div>
            <Pill tone={tones[kind]}>{t(`inbox:kind.${kind}`)}</Pill>
          </div>
          <h2 className={classes['prompt']}>{task.title}</h2>
          {kind === 'mention' ? <Comment item={item} /> : <Description item={item} />}
          <dl className={classes['facts']}>
            <div>
              <dt>{t('inbox:facts.status')}</dt>
              <dd>{t(`common:status.${task.status}`)}</dd>
            </div>
            <div>
              <dt>{t('inbox:facts.due')}</dt>
              <dd>{due ?? t('inbox:facts.noDue')}</dd>
            </div>
          </dl>
          <Button
            className={classes['review'] ?? ''}
            variant="default"
            leftSection={<IconArrowRight size={16} aria-hidden="true" />}
            rightSection={<KeyHint keys="o" />}
            renderRoot={(props) => (
              <Link {...props} to="/tasks/$task" params={{ task: `T-${task.number}` }} />
            )}
          >
            {t('inbox:openTask')}
          </Button>
        </div>
      </div>
    </>
  )
}

function Comment({ item }: { item: Notification }) {
  const { t } = useTranslation('inbox')
  const params = { task: item.task.id, comment: item.subject_id ?? '' }
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'comment', item.task.id, params.comment],
    queryFn: async ({ signal }) => (await call('comments.get', { params, signal })).body,
  })
  if (data) {
    return (
      <div className={classes['said']}>
        <Markdown text={data.body} />
      </div>
    )
  }
  if (!error) return <RowSkeleton rows={2} height={28} />
  if (error instanceof Problem && error.code === 'comment_not_found') {
    return <Notice tone="neutral" title={t('commentDeleted')} />
  }
  return <ErrorState what={t('comment')} error={error} onRetry={() => void refetch()} />
}

function Description({ item }: { item: Notification }) {
  const { t } = useTranslation('inbox')
  const task = useTaskOf(item.task.id)
  const runs = useQuery({
    queryKey: ['runs', 'last of', item.task.id],
    queryFn: async ({ signal }) => {
      const query = { task: item.task.id, limit: 1 }
      return (await call('runs.list', { query, signal })).body.data
    },
    enabled: item.kind === 'failure',
  }).data
  const why = runs?.[0]?.error
  return (
    <>
      {why && (
        <div className={classes['closed']}>
          <Notice tone="red" title={t('lastError')}>
            {why}
          </Notice>
        </div>
      )}
      {task && task.description !== '' && (
        <div className={classes['context']}>
          <Markdown text={task.description} />
        </div>
      )}
    </>
  )
}
