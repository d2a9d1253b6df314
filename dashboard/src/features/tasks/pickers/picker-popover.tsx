// The picker as it floats where it was opened.
import { Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFields } from '#api/fields.ts'
import { Anchor } from '#components/on-demand/anchor.tsx'
import { FieldPicker } from './field-picker.tsx'
import { customKey, isCustom, type OpenedPicker } from './picker-field.ts'
import classes from './pickers.module.css'

export function PickerPopover({
  opened: { field, tasks, place },
  onTasks,
  onClose,
}: {
  opened: OpenedPicker
  onTasks: (tasks: OpenedPicker['tasks']) => void
  onClose: () => void
}) {
  const { t } = useTranslation('detail')
  const custom = useFields().find(({ key }) => key === customKey(field))
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      offset={4}
      trapFocus
      withinPortal
      // What it stands at is no control: the place of one, wherever it was.
      withRoles={false}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <Anchor at={place} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes['card'] ?? ''}
        role="dialog"
        aria-label={isCustom(field) ? (custom?.name ?? '') : t(`field.${field}`)}
      >
        <FieldPicker field={field} tasks={tasks} onTasks={onTasks} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
