// A task beside the list it was opened from; the keys stay in the list.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkTool, TaskMenu } from './head/task-tools.tsx'
import classes from './task-detail.module.css'
import { TaskDetail } from './task-detail.tsx'
import panel from './task-panel.module.css'
import type { TaskPanelProps } from './task-panel-props.ts'
import { useTask } from './use-task.ts'

export function TaskPanel({ reference, onClose, onStep }: TaskPanelProps) {
  const { t } = useTranslation(['task', 'common'])
  const asked = useTask(reference)
  const icon = { size: 16, stroke: 1.75 }
  return (
    <aside className={panel['panel']} aria-label={reference}>
      <div className={classes['head']}>
        <p className={`mono ${classes['key']}`}>{reference}</p>
        {asked.data && <LinkTool task={asked.data} />}
        <div className={classes['tools']}>
          {onStep && <StepTools onStep={onStep} />}
          <Tooltip label={`${t('task:openPage')} · ↵`}>
            <ActionIcon
              aria-label={t('task:openPage')}
              renderRoot={(props) => (
                <Link to="/tasks/$task" params={{ task: reference }} {...props} />
              )}
            >
              <IconArrowsMaximize {...icon} />
            </ActionIcon>
          </Tooltip>
          {asked.data && <TaskMenu task={asked.data} onDeleted={onClose} />}
          <Tooltip label={`${t('common:close')} · Esc`}>
            <ActionIcon aria-label={t('common:close')} onClick={onClose}>
              <IconX {...icon} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <TaskDetail reference={reference} asked={asked} />
    </aside>
  )
}

function StepTools({ onStep }: { onStep: (by: number) => void }) {
  const { t } = useTranslation('task')
  return (
    <>
      <Tooltip label={`${t('previous')} · K`}>
        <ActionIcon aria-label={t('previous')} onClick={() => onStep(-1)}>
          <IconChevronUp size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t('next')} · J`}>
        <ActionIcon aria-label={t('next')} onClick={() => onStep(1)}>
          <IconChevronDown size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
