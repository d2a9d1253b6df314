// The picker of mentions in a text field: opened by `@`, and worked by the keys of the field, which keeps the focus.
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { findTyped, type Mention } from '#lib/mentions/mention-text.ts'
import { type Candidate, candidatesLike } from './use-candidates.ts'

export type MentionPicker = {
  id: string
  options: readonly Candidate[]
  active: number
  choose: (candidate: Candidate) => void
}

type Field = RefObject<HTMLTextAreaElement | null>

export function useMentionPicker({
  field,
  text,
  candidates,
  onInsert,
}: {
  field: Field
  text: string
  candidates: readonly Candidate[]
  onInsert: (text: string, mention: Mention) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<{ at: number; wanted: string }>()
  const [active, setActive] = useState(0)
  /** Where Escape closed it. */
  const [closedAt, setClosedAt] = useState<number>()
  const isOpen = typed !== undefined && typed.at !== closedAt
  const options = isOpen ? candidatesLike(candidates, typed.wanted) : []
  const look = () => {
    const { current } = field
    if (!current || current.selectionStart !== current.selectionEnd) return setTyped(undefined)
    const found = findTyped(current.value, current.selectionStart)
    if (found?.at !== typed?.at) setClosedAt(undefined)
    if (found?.wanted !== typed?.wanted || found?.at !== typed?.at) setActive(0)
    setTyped(found)
  }
  const choose = ({ to, handle, name }: Candidate) => {
    if (!typed) return
    const head = `${text.slice(0, typed.at)}@${handle} `
    const tail = text.slice(typed.at + 1 + typed.wanted.length)
    onInsert(head + tail.replace(/^ /, ''), { to, handle, name })
    setTyped(undefined)
    requestAnimationFrame(() => field.current?.setSelectionRange(head.length, head.length))
  }
  const handleKey = handlerOf({
    count: options.length,
    active,
    move: setActive,
    close: () => setClosedAt(typed?.at),
    choose: () => {
      const option = options[active]
      if (option) choose(option)
    },
  })
  return {
    picker: { id, options, active, choose } satisfies MentionPicker,
    handleKey,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': options.length > 0 ? id : undefined,
      'aria-activedescendant': options.length > 0 ? `${id}-${active}` : undefined,
      onSelect: look,
      onBlur: () => setTyped(undefined),
    },
  }
}

/** Returns whether the key was for the picker. */
function handlerOf({
  count,
  active,
  move,
  close,
  choose,
}: {
  count: number
  active: number
  move: (to: number) => void
  close: () => void
  choose: () => void
}) {
  const acts: Record<string, () => void> = {
    ArrowDown: () => move((active + 1) % count),
    ArrowUp: () => move((active - 1 + count) % count),
    Escape: close,
    Enter: choose,
    Tab: choose,
  }
  return (event: KeyboardEvent): boolean => {
    const isPlain = !event.shiftKey && !event.metaKey && !event.ctrlKey && !event.altKey
    const act = acts[event.key]
    if (count === 0 || !isPlain || event.nativeEvent.isComposing || !act) return false
    event.preventDefault()
    event.stopPropagation()
    act()
    return true
  }
}
