// Every key of the dashboard in one table: what it does where, so that the cheat sheet cannot be out of date.
import { useEffect } from 'react'

export type KeyGroup = 'general' | 'go' | 'list' | 'task' | 'board' | 'deliveries'

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

const SEQUENCE_MS = 1_000
const bindings = new Set<KeyBinding>()
let pending: { key: string; atMs: number } | undefined

/** Menus and dialogs have keys of their own; a tick box has none but space. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"]')) return true
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Enter and space press the button or follow the link that has the focus. */
function pressesTarget(name: string, target: EventTarget | null): boolean {
  return (
    (name === 'enter' || name === 'space') &&
    target instanceof HTMLElement &&
    target.closest('button, a[href], summary, [role="tab"], [role="checkbox"]') !== null
  )
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const named = key.replace(/^arrow/, '')
  // A printed character already says whether shift was held.
  const shift = event.shiftKey && (named.length > 1 || /[a-z]/.test(named))
  return [event.metaKey || event.ctrlKey ? 'mod' : '', shift ? 'shift' : '', named]
    .filter(Boolean)
    .join('+')
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return
  const typing = isTyping(event.target)
  const name = nameOf(event)
  if (pressesTarget(name, event.target)) return
  const first = pending && event.timeStamp - pending.atMs < SEQUENCE_MS ? pending.key : undefined
  pending = undefined
  // The screen that came last knows best.
  const candidates = [...bindings].toReversed().filter((one) => !typing || one.whileTyping)
  const found =
    (first !== undefined && candidates.find(({ keys }) => keys === `${first} ${name}`)) ||
    candidates.find(({ keys }) => keys === name)
  if (found) {
    event.preventDefault()
    found.run(event)
  } else if (candidates.some(({ keys }) => keys.startsWith(`${name} `))) {
    pending = { key: name, atMs: event.timeStamp }
  }
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
