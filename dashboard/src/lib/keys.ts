// Every key of the dashboard in one table: what it does where, so that the cheat sheet cannot be out of date.
import { useEffect } from 'react'
import { findRow, nameOfPress, type Pending } from './key-press.ts'

export type KeyGroup =
  | 'general'
  | 'go'
  | 'list'
  | 'task'
  | 'board'
  | 'calendar'
  | 'deliveries'
  | 'inbox'

export type KeyBinding = {
  /** `c`, `mod+k`, `shift+x`, or `g t` for one after the other. */
  keys: string
  group: KeyGroup
  /** What it does, as the cheat sheet says it. */
  label: string
  run: (event: KeyboardEvent) => void
  /** Also while typing in a field. */
  whileTyping?: boolean
}

const bindings = new Set<KeyBinding>()
let pending: Pending

/** Menus and dialogs have keys of their own; a tick box has none but space. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"]')) return true
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Enter and space press the button that has the focus, and Enter follows the link. */
function pressesTarget(name: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || (name !== 'enter' && name !== 'space')) return false
  const pressed = target.closest<HTMLElement>(
    `button, summary, [role="tab"], [role="checkbox"]${name === 'enter' ? ', a[href]' : ''}`,
  )
  // In a row only the pointer gives the focus to a part, and the keys may be in another row by now.
  return pressed !== null && (pressed.tabIndex >= 0 || pressed.closest('[role="row"]') === null)
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const name = nameOfPress({
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    mod: event.metaKey || event.ctrlKey,
    alt: event.altKey,
    altGraph: event.getModifierState('AltGraph'),
  })
  if (name === undefined || pressesTarget(name, event.target)) return
  const typing = isTyping(event.target)
  // The screen that came last knows best.
  const rows = [...bindings].toReversed().filter((one) => !typing || one.whileTyping)
  const found = findRow(rows, name, pending, event.timeStamp)
  pending = found.pending
  if (!found.row) return
  event.preventDefault()
  found.row.run(event)
}

window.addEventListener('keydown', handle)

/** The keys of a screen while it is shown. */
export function useKeys(given: readonly KeyBinding[]): void {
  useEffect(() => {
    for (const binding of given) bindings.add(binding)
    return () => {
      for (const binding of given) bindings.delete(binding)
    }
  }, [given])
}

export function currentKeys(): readonly KeyBinding[] {
  return [...bindings]
}
