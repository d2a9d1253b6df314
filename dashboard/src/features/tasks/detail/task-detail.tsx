// Everything about one task in one column, beside a list.
import { Skeleton } from '@mantine/core'
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { Description } from './body/description.tsx'
import { ParentTask, Subtasks } from './body/subtasks.tsx'
import { Attachments } from './files/attachments.tsx'
import { Properties } from './head/properties.tsx'
import { TitleField } from './head/title-field.tsx'
import { useStory } from './page/use-story.ts'
import { useTaskParts } from './page/use-task-parts.ts'
import { TaskRuns } from './runs/task-runs.tsx'
import { type Tab, TaskTabs } from './tabs/task-tabs.tsx'
import { TaskFoot } from './talk/task-foot.tsx'
import classes from './task-detail.module.css'
import { ProgressTrack } from './track/progress-track.tsx'
import { useActivity } from './use-activity.ts'
import type { useTask } from './use-task.ts'

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
  const { activity } = useActivity(task.id)
  const storyCount = useStory(task.id)
  const [tab, setTab] = useState<Tab>('activity')
  const isReady = useTaskParts(task.id)
  return (
    <>
      <div className={classes['scroller']}>
        <div className={classes['content']}>
          {task.parent_id !== null && <ParentTask id={task.parent_id} />}
          <TitleField key={task.id} task={task} />
          {isReady ? (
            <>
              <Properties task={task} />
              <ProgressTrack task={task} activity={activity} />
              <TaskRuns key={`run-${task.id}`} task={task} onDetails={() => setTab('runs')} />
              <Description key={`text-${task.id}`} task={task} />
              <Subtasks task={task} />
              <Attachments key={`files-${task.id}`} task={task} />
              <TaskTabs task={task} storyCount={storyCount} tab={tab} onTab={setTab} />
            </>
          ) : (
            <WaitingParts />
          )}
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
        <PartSkeletons />
      </div>
    </div>
  )
}

/** Below the title, which is known from the list. */
function WaitingParts() {
  return (
    <div className={classes['waitingParts']} aria-hidden="true">
      <PartSkeletons />
    </div>
  )
}

function PartSkeletons() {
  return (
    <>
      <Skeleton height={112} />
      <Skeleton height={78} />
      <Skeleton height={66} />
    </>
  )
}
