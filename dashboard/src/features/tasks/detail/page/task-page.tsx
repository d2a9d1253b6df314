// A task as a page: what it says at the left with the composer below it, its values at the right.
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { Markdown } from '#components/markdown/markdown.tsx'
import { Description } from '../body/description.tsx'
import { ParentTask, Subtasks } from '../body/subtasks.tsx'
import { Checklist } from '../checklist/checklist.tsx'
import { Attachments } from '../files/attachments.tsx'
import { TitleField } from '../head/title-field.tsx'
import { RailSections, TaskRail } from '../rail/task-rail.tsx'
import { TaskRuns } from '../runs/task-runs.tsx'
import { SourceBlock } from '../source/source-block.tsx'
import { type Tab, TaskTabs } from '../tabs/task-tabs.tsx'
import { Composer } from '../talk/composer.tsx'
import { TaskFoot } from '../talk/task-foot.tsx'
import { PropertyChips } from './property-chips.tsx'
import classes from './task-page.module.css'
import { useStory } from './use-story.ts'
import { useTaskParts } from './use-task-parts.ts'

// Text that is drawn first as it was written changes its height.
Markdown.preload()

/** Below it the values are chips above the text, and a sheet. */
export const NARROW = '(max-width: 1023px)'

export function TaskPage({ task }: { task: Task }) {
  const [tab, setTab] = useState<Tab>('activity')
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const isReady = useTaskParts(task.id)
  return (
    <div className={classes['page']}>
      <div className={classes['main']}>
        <div className={classes['scroller']}>
          <div className={classes['content']}>
            {isReady ? (
              <Parts task={task} isNarrow={isNarrow} tab={tab} onTab={setTab} />
            ) : (
              <Waiting />
            )}
          </div>
        </div>
        {isNarrow ? (
          <TaskFoot key={`foot-${task.id}`} task={task} />
        ) : (
          <Composer key={`composer-${task.id}`} task={task} />
        )}
      </div>
      {!isNarrow && <TaskRail task={task} onFix={() => setTab('links')} />}
    </div>
  )
}

type PartsProps = { task: Task; isNarrow: boolean; tab: Tab; onTab: (tab: Tab) => void }

function Parts({ task, isNarrow, tab, onTab }: PartsProps) {
  const storyCount = useStory(task.id)
  const text = <Description key={`text-${task.id}`} task={task} />
  return (
    <>
      {task.parent_id !== null && <ParentTask id={task.parent_id} />}
      <TitleField key={task.id} task={task} />
      {isNarrow && (
        <PropertyChips task={task}>
          <RailSections task={task} onFix={() => onTab('links')} />
        </PropertyChips>
      )}
      {!isNarrow && text}
      <TaskRuns key={`run-${task.id}`} task={task} onDetails={() => onTab('runs')} />
      {isNarrow && task.origin.integration_id !== null && (
        <SourceBlock task={task} onFix={() => onTab('links')} />
      )}
      {isNarrow && text}
      <div className={classes['lists']}>
        <Checklist key={`checklist-${task.id}`} task={task} />
        <Subtasks task={task} />
        <Attachments key={`files-${task.id}`} task={task} />
      </div>
      <TaskTabs task={task} storyCount={storyCount} tab={tab} onTab={onTab} />
    </>
  )
}

/** In the geometry of what follows, and only if that takes a while. */
function Waiting() {
  return (
    <div className={classes['waiting']} aria-hidden="true">
      <Skeleton height={28} width="70%" />
      <Skeleton height={44} />
      <Skeleton height={160} />
      <Skeleton height={96} />
      <Skeleton height={200} />
    </div>
  )
}
