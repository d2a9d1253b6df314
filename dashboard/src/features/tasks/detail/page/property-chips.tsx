// The most important values of a task as chips, where there is no room for the rail; all of them are in a sheet.
import { Drawer } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenField, useFields } from '#api/fields.ts'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { isFinal } from '#features/tasks/data/status-moves.ts'
import { hasValue } from '#features/tasks/fields/describe-value.ts'
import { FieldValue } from '#features/tasks/fields/field-value.tsx'
import type { NamedField } from '#features/tasks/pickers/picker-field.ts'
import { usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { DueWords } from '../head/due-words.tsx'
import { QueueMark } from '../rail/queue-mark.tsx'
import rail from '../rail/rail.module.css'
import classes from './property-chips.module.css'

export function PropertyChips({ task, children }: { task: Task; children: ReactNode }) {
  const { t } = useTranslation(['detail', 'common'])
  const [isOpen, setOpen] = useState(false)
  const stage = stageOf(task)
  return (
    <div className={classes['chips']} data-properties role="group" aria-label={t('detail:rail')}>
      <Chip task={task} field="status">
        <StatusIcon stage={stage} />
        {t(`common:status.${stage}`)}
      </Chip>
      <Chip task={task} field="priority">
        <PriorityIcon priority={task.priority} />
        {t(`common:priority.${task.priority}`)}
      </Chip>
      {task.due_at !== null && (
        <Chip task={task} field="due_at">
          <DueWords at={task.due_at} isOpen={!isFinal(task.status)} />
        </Chip>
      )}
      <Chip task={task} field="assignee">
        <Worker assignee={task.assignee} size={20} />
        {task.assignee ?? t('common:unassigned')}
      </Chip>
      <Chip task={task} field="queue">
        <QueueMark />
        {task.queue}
      </Chip>
      <CustomChips task={task} />
      <button type="button" className={classes['chip']} onClick={() => setOpen(true)}>
        <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden="true" />
        {t('detail:allProperties')}
      </button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="85%"
        title={t('detail:rail')}
        classNames={{ content: rail['drawer'] ?? '' }}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {children}
      </Drawer>
    </div>
  )
}

/** Of the custom fields, those that are set; more would push the text down, and the sheet has all. */
const CUSTOM_CHIPS = 3

function CustomChips({ task }: { task: Task }) {
  const openPicker = usePicker()
  return useFields()
    .filter((field) => isOpenField(field) && hasValue(task.fields[field.key]))
    .slice(0, CUSTOM_CHIPS)
    .map((field) => (
      <button
        key={field.id}
        type="button"
        className={classes['chip']}
        data-property={`field:${field.key}`}
        aria-haspopup="dialog"
        onClick={(event) => openPicker(`field:${field.key}`, [task], event.currentTarget)}
      >
        <span className={classes['name']}>{field.name}</span>
        <FieldValue field={field} value={task.fields[field.key]} />
      </button>
    ))
}

function Chip({ task, field, children }: { task: Task; field: NamedField; children: ReactNode }) {
  const { t } = useTranslation('detail')
  const openPicker = usePicker()
  return (
    <button
      type="button"
      className={classes['chip']}
      data-property={field}
      aria-haspopup="dialog"
      onClick={(event) => openPicker(field, [task], event.currentTarget)}
    >
      <span className="hidden-text">{t(`field.${field}`)}</span>
      {children}
    </button>
  )
}
