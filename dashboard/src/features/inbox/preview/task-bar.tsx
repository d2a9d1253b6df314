// The task that an item of the inbox is about, with the way to it.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { useTaskOf } from '#features/runs/task-link.tsx'
import { ItemToolsSlot } from '../own/item-tools.tsx'
import classes from './preview.module.css'

export function TaskBar({ taskId }: { taskId: string }) {
  const { t } = useTranslation('inbox')
  const task = useTaskOf(taskId)
  const toTask = (props: { children?: ReactNode; className?: string }) => (
    <Link {...props} to="/tasks/$task" params={{ task: task ? `T-${task.number}` : taskId }} />
  )
  return (
    <div className={classes['bar']}>
      {task && <StatusIcon stage={stageOf(task)} />}
      {toTask({
        className: classes['task'] ?? '',
        children: task ? (
          <>
            <code>T-{task.number}</code>
            <span>{task.title}</span>
          </>
        ) : (
          t('openTask')
        ),
      })}
      {use(ItemToolsSlot)}
      <Tooltip label={`${t('openTask')} · O`}>
        <ActionIcon aria-label={t('openTask')} renderRoot={(props) => toTask(props)}>
          <IconArrowUpRight size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
