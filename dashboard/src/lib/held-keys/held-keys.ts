// Keys pressed while what they are meant for is still being fetched: kept from everything else, and handed over to the field
// that takes the focus.
import { type HeldKeys, keepPress, NO_KEYS } from './keep-press.ts'

/** Where no field takes them, they are dropped. */
const HAND_OVER_MS = 1_000

let held: HeldKeys | undefined
let onEscape: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function keep(event: KeyboardEvent): void {
  if (!held || event.isComposing) return
  const { key, code } = event
  const isAltGraph = event.getModifierState('AltGraph')
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !isAltGraph
  const kept = keepPress(held, { key, code, isCommand })
  if (!kept) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (kept === 'cancel') {
    const cancel = onEscape
    drop()
    cancel?.()
  } else held = kept
}

function drop(): void {
  clearTimeout(timer)
  held = undefined
  onEscape = undefined
  window.removeEventListener('keydown', keep, true)
}

/** From now on, until they are taken. `cancel` runs when Escape is pressed before. */
export function holdKeys(cancel: () => void): { drop: () => void; handOver: () => void } {
  clearTimeout(timer)
  held = NO_KEYS
  onEscape = cancel
  window.addEventListener('keydown', keep, true)
  return {
    drop,
    handOver: () => {
      timer = setTimeout(drop, HAND_OVER_MS)
    },
  }
}

/** By the field that has the focus now: what was typed, and the keys to press after it. */
export function takeHeldKeys(): HeldKeys {
  const taken = held ?? NO_KEYS
  drop()
  return taken
}

/** Presses keys such as Enter in a field, after what was typed before them is shown. */
export function pressKeys(field: HTMLElement | null, keys: readonly string[]): void {
  if (keys.length === 0) return
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const key of keys) {
        const press = { key, code: key, bubbles: true, cancelable: true }
        field?.dispatchEvent(new KeyboardEvent('keydown', press))
      }
    }),
  )
}
