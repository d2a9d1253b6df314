// What can be done to the tasks that are selected, in one go.
import { IconTrash, IconX } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from '#components/surface/selection-bar.module.css'
import { KeyHint } from '#components/text/key-hint.tsx'
import { PICKER_FIELDS, type PickerField } from '#features/tasks/pickers/picker-field.ts'

const keys: Record<(typeof PICKER_FIELDS)[number], string> = {
  status: 's',
  priority: 'p',
  assignee: 'a',
  labels: 'l',
  due_at: 'shift+d',
}

export function BulkBar({
  tasks,
  onPick,
  onDelete,
  onClear,
}: {
  tasks: readonly Task[]
  onPick: (field: PickerField, at: Element) => void
  onDelete: () => void
  onClear: () => void
}) {
  const { t } = useTranslation('tasks')
  return (
    <div className={classes['bar']} role="toolbar" aria-label={t('bulk.title')}>
      <span className={classes['count']} aria-live="polite">
        {t('bulk.selected', { count: tasks.length })}
      </span>
      {PICKER_FIELDS.map((field) => (
        <button
          key={field}
          type="button"
          data-bulk={field}
          onClick={(event) => onPick(field, event.currentTarget)}
        >
          {t(`field.${field}`)}
          <KeyHint keys={keys[field]} />
        </button>
      ))}
      <button type="button" className={`${classes['end']} ${classes['danger']}`} onClick={onDelete}>
        <IconTrash size={16} stroke={1.75} aria-hidden="true" />
        {t('bulk.delete')}
      </button>
      <button type="button" onClick={onClear} aria-label={t('bulk.clear')} title={t('bulk.clear')}>
        <IconX size={16} stroke={1.75} />
      </button>
    </div>
  )
}
