// What a key means that is pressed before its field is there. Nothing here knows a browser.

export type HeldKeys = {
  /** What was typed. */
  text: string
  /** Pressed after it, such as Enter. */
  keys: readonly string[]
}

export const NO_KEYS: HeldKeys = { text: '', keys: [] }

const REPEATABLE = new Set(['Enter', 'ArrowDown', 'ArrowUp'])

/** Undefined for what is not kept, such as Control+K; `cancel` for Escape. */
export function keepPress(
  held: HeldKeys,
  { key, code, isCommand }: { key: string; code: string; isCommand: boolean },
): HeldKeys | 'cancel' | undefined {
  if (isCommand || isModifier(code)) return undefined
  if (key === 'Escape') return 'cancel'
  if (key === 'Backspace') return { text: held.text.slice(0, -1), keys: [] }
  if (key.length === 1) return { text: held.text + key, keys: [] }
  return REPEATABLE.has(key) ? { ...held, keys: [...held.keys, key] } : held
}

const isModifier = (code: string): boolean => /^(Shift|Control|Alt|Meta|CapsLock)/.test(code)
