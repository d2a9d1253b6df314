// Whether a name matches what the user types, without case and accents.

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const words = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Each typed word is the beginning of a word. */
export function matches(typed: string, ...names: readonly (string | undefined)[]): boolean {
  const known = words(names.join(' '))
  return words(typed).every((word) => known.some((one) => one.startsWith(word)))
}

/** Each typed word is a part of the text, wherever: `4711` is in `invoice-4711`. */
export function containsWords(typed: string, ...names: readonly (string | undefined)[]): boolean {
  const text = fold(names.join(' '))
  return fold(typed)
    .split(/\s+/u)
    .every((part) => text.includes(part))
}

/** `T-142`, `t142` or `142`: a task by its number. */
export function taskNumber(typed: string): string | undefined {
  const digits = /^\s*(?:t-?)?([1-9]\d{0,14})\s*$/i.exec(typed)?.[1]
  return digits === undefined ? undefined : `T-${digits}`
}

/** `tsk_…` and the like: the ID of one record, as it appears in logs and responses. */
export function recordId(typed: string): { prefix: string; id: string } | undefined {
  const id = /^\s*([a-z]{3}_[0-9a-f]{32})\s*$/i.exec(typed)?.[1]?.toLowerCase()
  return id === undefined ? undefined : { prefix: id.slice(0, 3), id }
}
