// Which item of the inbox is selected. Shown for a moment, it is read; put away, the next one takes its place.
import type { Notification } from '@task-service/contract'
import { useEffect, useRef } from 'react'
import { useLatest } from '#lib/use-latest.ts'
import type { InboxActs } from './use-inbox-acts.ts'
import { keyOf } from './use-own-inbox.ts'

/** Passing over an item with J and K is not reading it. */
const READ_MS = 600

export function useSelection({
  items,
  selected,
  isPhone,
  acts,
  onSelect,
}: {
  items: readonly Notification[]
  selected: string | undefined
  isPhone: boolean
  acts: InboxActs
  onSelect: (key: string | undefined) => void
}): Notification | undefined {
  const found = items.find((one) => keyOf(one) === selected)
  const last = useRef<{ key: string | undefined; at: number }>({ key: undefined, at: 0 })
  useEffect(() => {
    if (found) {
      last.current = { key: selected, at: items.indexOf(found) }
      return
    }
    // It was put away: the item in its place follows. What an address leads to stays, even if it is in no list.
    const wasHere = selected !== undefined && last.current.key === selected
    if (selected !== undefined && !wasHere) return
    const next = items[wasHere ? Math.min(last.current.at, items.length - 1) : 0]
    if (isPhone) return wasHere ? onSelect(undefined) : undefined
    if (next) onSelect(keyOf(next))
    else if (wasHere) onSelect(undefined)
  }, [found, items, selected, isPhone, onSelect])
  const unread = found?.unread ? found : undefined
  const id = unread?.id
  const read = useLatest(() => unread && acts.read(unread))
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => read()(), READ_MS)
    return () => clearTimeout(timer)
  }, [id, read])
  return found
}
