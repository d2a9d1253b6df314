// Everything about one task, as a panel beside a list and as a page.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { taskQuestionsQuery } from '#features/inbox/question-queries.ts'
import { withWords } from '#words/index.ts'
import { Description } from './body/description.tsx'
import { ParentTask, Subtasks } from './body/subtasks.tsx'
import { Properties } from './head/properties.tsx'
import { TitleField } from './head/title-field.tsx'
import { TaskTabs } from './tabs/task-tabs.tsx'
import { TaskFoot } from './talk/task-foot.tsx'
import { timelineItems } from './talk/timeline-items.ts'
import classes from './task-detail.module.css'
import { ProgressTrack } from './track/progress-track.tsx'
import { useActivity, useComments } from './use-activity.ts'
import type { useTask } from './use-task.ts'

const SourceChanged = onDemand<{ task: Task }>(async () => {
  const load = withWords(['integrations'], () => import('./body/source-changed.tsx'))
  return (await load()).SourceChanged
})

const CurrentRun = onDemand<{ task: Task }>(async () => {
  const load = withWords(['attempts', 'runs'], () => import('./runs/current-run.tsx'))
  return (await load()).CurrentRun
})

const OVER: readonly Task['status'][] = ['completed', 'failed', 'canceled']

/** Only work that is over and not yet confirmed by its row can have been overtaken by it. */
const mayBeOvertaken = ({ origin, status, settled_at: settledAt }: Task): boolean =>
  origin.kind === 'database' && settledAt === null && OVER.includes(status)

export function TaskDetail({
  reference,
  asked: { data: task, error, refetch },
}: {
  reference: string
  asked: ReturnType<typeof useTask>
}) {
  const { t } = useTranslation('task')
  if (task) return <Loaded task={task} />
  if (!error) return <Waiting />
  const back = { to: '/tasks', label: t('back') } as const
  return <ErrorState what={reference} error={error} back={back} onRetry={() => void refetch()} />
}

function Loaded({ task }: { task: Task }) {
  const { activity, isSuccess, hasNextPage } = useActivity(task.id)
  const { comments } = useComments(task.id)
  const questions = useQuery(taskQuestionsQuery(task.id)).data
  const isWhole = isSuccess && !hasNextPage
  return (
    <>
      <div className={classes['scroller']}>
        <div className={classes['content']}>
          {task.parent_id !== null && <ParentTask id={task.parent_id} />}
          <TitleField key={task.id} task={task} />
          <Properties task={task} />
          <ProgressTrack task={task} activity={activity} />
          <CurrentRun key={`run-${task.id}`} task={task} />
          {mayBeOvertaken(task) && <SourceChanged key={`row-${task.id}`} task={task} />}
          <Description key={`text-${task.id}`} task={task} />
          <Subtasks task={task} />
          <TaskTabs
            task={task}
            storyCount={isWhole ? timelineItems(activity, comments, questions).length : undefined}
          />
        </div>
      </div>
      <TaskFoot key={`foot-${task.id}`} task={task} />
    </>
  )
}

function Waiting() {
  return (
    <div className={classes['scroller']}>
      <div className={classes['waiting']}>
        <Skeleton height={25} width="80%" />
        <Skeleton height={112} />
        <Skeleton height={78} />
        <Skeleton height={66} />
      </div>
    </div>
  )
}
