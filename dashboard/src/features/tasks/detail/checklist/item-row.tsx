// One item: a handle to move it, its check box, its text, and a button that deletes it.
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { ChecklistItem } from '@task-service/contract'
import { type HTMLAttributes, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'
import { TEXT_MAX } from './checklist-edits.ts'
import { moveByKey } from './move-by-key.ts'

type ItemProps = {
  item: ChecklistItem
  isDragged: boolean
  handle: HTMLAttributes<HTMLElement>
  onCheck: (checked: boolean) => void
  onText: (text: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function ItemRow({ item, isDragged, handle, onCheck, onText, onMove, onRemove }: ItemProps) {
  const { t } = useTranslation('detail')
  const { id, text, checked } = item
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside
    <li
      data-item={id}
      data-dragged={isDragged || undefined}
      data-checked={checked || undefined}
      onKeyDown={(event) => moveByKey(event, onMove)}
    >
      <button
        type="button"
        className={classes['handle']}
        aria-label={t('checklist.move', { text })}
        title={t('checklist.moveHint')}
        onKeyDown={(event) => moveByKey(event, onMove, true)}
        {...handle}
      >
        <IconGripVertical size={14} stroke={1.75} aria-hidden="true" />
      </button>
      <Checkbox
        size="xs"
        checked={checked}
        aria-label={text}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <ItemText text={text} onText={onText} />
      <ActionIcon
        className={classes['remove'] ?? ''}
        aria-label={t('checklist.remove', { text })}
        onClick={onRemove}
      >
        <IconTrash size={14} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** A text that becomes a field when it is pressed. */
function ItemText({ text, onText }: Pick<ItemProps, 'onText'> & { text: string }) {
  const { t } = useTranslation('detail')
  /** Left by a key, the text keeps the keyboard: the next letter must be no shortcut of the page. */
  const [state, setState] = useState<'edited' | 'left'>()
  if (state !== 'edited') {
    return (
      <button
        type="button"
        data-item-text
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the field that had the focus
        autoFocus={state === 'left'}
        className={classes['text']}
        title={t('checklist.edit')}
        onClick={() => setState('edited')}
      >
        {text}
      </button>
    )
  }
  return (
    <TextField
      text={text}
      onSave={(next, isByKey) => {
        setState(isByKey ? 'left' : undefined)
        if (next !== '' && next !== text) onText(next)
      }}
      onCancel={() => setState('left')}
    />
  )
}

function TextField({
  text,
  onSave,
  onCancel,
}: {
  text: string
  onSave: (text: string, isByKey: boolean) => void
  onCancel: () => void
}) {
  const { t } = useTranslation('detail')
  const [draft, setDraft] = useState(text)
  const save = (isByKey: boolean) => onSave(draft.trim(), isByKey)
  const keys: Record<string, () => void> = { Enter: () => save(true), Escape: onCancel }
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the user asked for it
      autoFocus
      className={classes['input']}
      value={draft}
      maxLength={TEXT_MAX}
      aria-label={t('checklist.text')}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => save(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        const act = keys[event.key]
        if (act) {
          event.preventDefault()
          event.stopPropagation()
          act()
        }
      }}
    />
  )
}
