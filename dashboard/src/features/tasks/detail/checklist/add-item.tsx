// Adds items: Enter adds one and waits for the next, several pasted lines become as many.
import { IconPlus } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'
import { CHECKLIST_MAX, linesOf, TEXT_MAX } from './checklist-edits.ts'

export function AddItem({
  isFull,
  onAdd,
}: {
  isFull: boolean
  onAdd: (texts: readonly string[]) => void
}) {
  const { t } = useTranslation('detail')
  const [text, setText] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  if (isFull) {
    return <p className={classes['full']}>{t('checklist.full', { count: CHECKLIST_MAX })}</p>
  }
  if (text === undefined) {
    return <AddButton takesFocus={isLeft} onPress={() => setText('')} />
  }
  const add = (next: string | undefined) => {
    const lines = linesOf(text)
    if (lines.length > 0) onAdd(lines)
    setText(next)
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    Enter: (event) => {
      event.preventDefault()
      add('')
    },
    Escape: () => {
      setLeft(true)
      setText(undefined)
    },
  }
  const paste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData('text/plain'))
    if (lines.length < 2) return
    event.preventDefault()
    onAdd(lines)
  }
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the user asked for it
      autoFocus
      className={classes['input']}
      value={text}
      maxLength={TEXT_MAX}
      placeholder={t('checklist.newItem')}
      aria-label={t('checklist.newItem')}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        setLeft(false)
        add(undefined)
      }}
      onPaste={paste}
      onKeyDown={(event) => {
        if (!event.nativeEvent.isComposing) keys[event.key]?.(event)
      }}
    />
  )
}

function AddButton({ takesFocus, onPress }: { takesFocus: boolean; onPress: () => void }) {
  const { t } = useTranslation('detail')
  return (
    <button
      type="button"
      data-add-item
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- after Escape it replaces the field that had the focus
      autoFocus={takesFocus}
      className={classes['add']}
      onClick={onPress}
    >
      <IconPlus size={14} stroke={1.75} aria-hidden="true" />
      {t('checklist.add')}
    </button>
  )
}
