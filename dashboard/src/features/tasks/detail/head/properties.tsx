// The properties of a task in two columns; each is a button that changes it where it stands.
import { VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenField, useFields } from '#api/fields.ts'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { isFinal } from '#features/tasks/data/status-moves.ts'
import { hasValue } from '#features/tasks/fields/describe-value.ts'
import { FieldValue } from '#features/tasks/fields/field-value.tsx'
import { LabelChip } from '#features/tasks/marks/label-chip.tsx'
import { SourceMark } from '#features/tasks/marks/source-mark.tsx'
import type { NamedField } from '#features/tasks/pickers/picker-field.ts'
import { usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { QueueMark } from '../rail/queue-mark.tsx'
import { BlockedBy } from './blocked-by.tsx'
import { DueWords } from './due-words.tsx'
import classes from './properties.module.css'
import { safeAddress } from './safe-address.ts'

export function Properties({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'common', 'attempts'])
  const stage = stageOf(task)
  return (
    <dl className={classes['properties']}>
      <Property name={t('task:field.status')}>
        <Value task={task} field="status">
          <StatusIcon stage={stage} />
          {t(`common:status.${stage}`)}
        </Value>
      </Property>
      <Property name={t('task:field.priority')}>
        <Value task={task} field="priority">
          <PriorityIcon priority={task.priority} />
          {t(`common:priority.${task.priority}`)}
        </Value>
      </Property>
      <Property name={t('task:field.assignee')}>
        <Value task={task} field="assignee">
          <Worker assignee={task.assignee} size={20} />
          <span>{task.assignee ?? t('common:unassigned')}</span>
        </Value>
      </Property>
      <Property name={t('task:field.due')}>
        <Value task={task} field="due_at">
          {task.due_at ? (
            <DueWords at={task.due_at} isOpen={!isFinal(task.status)} />
          ) : (
            <Nothing>{t('task:noDue')}</Nothing>
          )}
        </Value>
      </Property>
      <Routing task={task} />
      {task.blocked_by !== undefined && task.blocked_by.length > 0 && (
        <Property name={t('attempts:blockedBy')} isWide>
          <BlockedBy ids={task.blocked_by} />
        </Property>
      )}
      <Property name={t('task:field.source')} isWide>
        <Source task={task} />
      </Property>
      <Property name={t('task:field.labels')} isWide>
        <Value task={task} field="labels">
          {task.labels.map((label) => (
            <LabelChip key={label} name={label} />
          ))}
          {task.labels.length === 0 && <Nothing>{t('task:noLabels')}</Nothing>}
        </Value>
      </Property>
      <CustomProperties task={task} />
    </dl>
  )
}

/** Those that are set; the page of the task has all of them. */
function CustomProperties({ task }: { task: Task }) {
  const openPicker = usePicker()
  return useFields()
    .filter((field) => isOpenField(field) && hasValue(task.fields[field.key]))
    .map((field) => (
      <Property key={field.id} name={field.name} isWide>
        <button
          type="button"
          className={classes['value']}
          data-property={`field:${field.key}`}
          aria-haspopup="dialog"
          onClick={(event) => openPicker(`field:${field.key}`, [task], event.currentTarget)}
        >
          <VisuallyHidden>{field.name}</VisuallyHidden>
          <FieldValue field={field} value={task.fields[field.key]} />
        </button>
      </Property>
    ))
}

/** Which agents can claim it. */
function Routing({ task }: { task: Task }) {
  const { t } = useTranslation('detail')
  return (
    <>
      <Property name={t('field.delegate')}>
        <Value task={task} field="delegate">
          {task.delegate === null ? (
            <Nothing>{t('anyAgent')}</Nothing>
          ) : (
            <>
              <Worker assignee={null} delegate={task.delegate} size={20} />
              <span>{task.delegate}</span>
            </>
          )}
        </Value>
      </Property>
      <Property name={t('field.queue')}>
        <Value task={task} field="queue">
          <QueueMark />
          <span>{task.queue}</span>
        </Value>
      </Property>
    </>
  )
}

function Property({
  name,
  isWide = false,
  children,
}: {
  name: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes['property']} data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Value({ task, field, children }: { task: Task; field: NamedField; children: ReactNode }) {
  const { t } = useTranslation('detail')
  const openPicker = usePicker()
  return (
    <button
      type="button"
      className={classes['value']}
      data-property={field}
      aria-haspopup="dialog"
      onClick={(event) => openPicker(field, [task], event.currentTarget)}
    >
      <VisuallyHidden>{t(`field.${field}`)}</VisuallyHidden>
      {children}
    </button>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <span className={classes['nothing']}>{children}</span>
}

function Source({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const address = safeAddress(task.origin.url)
  const id = task.external_id ?? task.origin.external_id
  return (
    <span className={classes['value']}>
      <SourceMark task={task} withName />
      {id && <span>{id}</span>}
      {address && (
        <a href={address} target="_blank" rel="noopener noreferrer" aria-label={t('openSource')}>
          <IconExternalLink size={14} stroke={1.75} />
        </a>
      )}
    </span>
  )
}
