// The properties that every task has; each row opens its picker where it stands.
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { isFinal } from '#features/tasks/data/status-moves.ts'
import { LabelChip } from '#features/tasks/marks/label-chip.tsx'
import type { NamedField } from '#features/tasks/pickers/picker-field.ts'
import { usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { BlockedBy } from '../head/blocked-by.tsx'
import { DueWords } from '../head/due-words.tsx'
import { NoValue, PropertyRow } from './property-row.tsx'
import { QueueMark } from './queue-mark.tsx'
import classes from './rail.module.css'

export function PropertyRows({ task }: { task: Task }) {
  const { t } = useTranslation(['detail', 'common', 'attempts'])
  const openPicker = usePicker()
  const row = (field: NamedField, keys: string) => ({
    name: t(`detail:field.${field}`),
    property: field,
    keys,
    onOpen: (at: Element) => openPicker(field, [task], at),
  })
  const stage = stageOf(task)
  return (
    <dl className={classes['rows']}>
      <PropertyRow {...row('status', 's')}>
        <StatusIcon stage={stage} />
        {t(`common:status.${stage}`)}
      </PropertyRow>
      <PropertyRow {...row('priority', 'p')}>
        <PriorityIcon priority={task.priority} />
        {t(`common:priority.${task.priority}`)}
      </PropertyRow>
      <PropertyRow {...row('assignee', 'a')}>
        <Worker assignee={task.assignee} size={20} />
        {task.assignee === null ? (
          <NoValue>{t('common:unassigned')}</NoValue>
        ) : (
          <span>{task.assignee}</span>
        )}
      </PropertyRow>
      <AgentRow task={task} {...row('delegate', 'shift+a')} />
      <PropertyRow {...row('queue', 'q')}>
        <QueueMark />
        <span>{task.queue}</span>
      </PropertyRow>
      <PropertyRow {...row('labels', 'l')}>
        {task.labels.map((label) => (
          <LabelChip key={label} name={label} />
        ))}
        {task.labels.length === 0 && <NoValue>{t('detail:addLabels')}</NoValue>}
      </PropertyRow>
      <PropertyRow {...row('due_at', 'shift+d')}>
        {task.due_at === null ? (
          <NoValue>{t('detail:setDue')}</NoValue>
        ) : (
          <DueWords at={task.due_at} isOpen={!isFinal(task.status)} />
        )}
      </PropertyRow>
      {task.blocked_by !== undefined && task.blocked_by.length > 0 && (
        <PropertyRow name={t('attempts:blockedBy')}>
          <BlockedBy ids={task.blocked_by} />
        </PropertyRow>
      )}
    </dl>
  )
}

type RowProps = Omit<Parameters<typeof PropertyRow>[0], 'children'>

function AgentRow({ task: { delegate }, ...props }: RowProps & { task: Task }) {
  const { t } = useTranslation('detail')
  return (
    <PropertyRow {...props}>
      {delegate === null ? (
        <NoValue>{t('anyAgent')}</NoValue>
      ) : (
        <>
          <Worker assignee={null} delegate={delegate} size={20} />
          <span>{delegate}</span>
        </>
      )}
    </PropertyRow>
  )
}
