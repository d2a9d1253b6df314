// What was pressed, by the name the table of keys has for it, and which row it means. Nothing here knows a browser.

export type Press = {
  key: string
  code: string
  shift: boolean
  /** Control, or Command on Apple's keyboards. */
  mod: boolean
  alt: boolean
  /** The third level of a key, where many keyboards have brackets. */
  altGraph: boolean
}

const isLatin = (key: string): boolean => /^[\u0020-\u024f]$/.test(key)

/** Undefined for what is none of ours, such as Alt with a letter. */
export function nameOfPress({ key, code, shift, mod, alt, altGraph }: Press): string | undefined {
  // On a keyboard of another script the place of the key stands for its letter.
  const letter = key.length === 1 && !isLatin(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  const named = (letter ?? (key === ' ' ? 'space' : key)).toLowerCase().replace(/^arrow/, '')
  const isPrinted = named.length === 1 && !/[a-z0-9]/.test(named)
  if (alt && !isPrinted) return undefined
  // A printed character already says whether shift was held.
  const withShift = shift && !isPrinted && !/^[0-9]$/.test(named)
  return [mod && !altGraph ? 'mod' : '', withShift ? 'shift' : '', named].filter(Boolean).join('+')
}

const SEQUENCE_MS = 1_000
export type Pending = { name: string; atMs: number } | undefined

/** The row that is meant, or the beginning of one that is: `g` of `g t`. */
export function findRow<Row extends { keys: string }>(
  rows: readonly Row[],
  name: string,
  before: Pending,
  atMs: number,
): { row?: Row; pending: Pending } {
  const first = before && atMs - before.atMs < SEQUENCE_MS ? before.name : undefined
  const row =
    (first !== undefined && rows.find(({ keys }) => keys === `${first} ${name}`)) ||
    rows.find(({ keys }) => keys === name)
  if (row) return { row, pending: undefined }
  const isBeginning = rows.some(({ keys }) => keys.startsWith(`${name} `))
  return { pending: isBeginning ? { name, atMs } : undefined }
}
