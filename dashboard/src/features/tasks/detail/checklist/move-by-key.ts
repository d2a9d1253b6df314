// Items of a list change places with the arrow keys: on a handle alone, on every other control of the item with Alt.
import type { KeyboardEvent } from 'react'

export type MoveBy = (by: 1 | -1) => void

const STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

export function moveByKey(event: KeyboardEvent, onMove: MoveBy, isHandle = false): void {
  const by = STEPS[event.key]
  if (by === undefined || event.altKey === isHandle) return
  event.preventDefault()
  event.stopPropagation()
  onMove(by)
  // An item that is moved down is taken out of the document for a moment, and loses the focus.
  const { target } = event
  if (target instanceof HTMLElement) requestAnimationFrame(() => target.focus())
}
