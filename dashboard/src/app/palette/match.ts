// Whether a name matches what the user types: each typed word is the beginning of one of its words.

const words = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export function matches(typed: string, ...names: readonly (string | undefined)[]): boolean {
  const known = words(names.join(' '))
  return words(typed).every((word) => known.some((one) => one.startsWith(word)))
}

/** `T-142`, `t142` or `142`: a task by its number. */
export function taskNumber(typed: string): string | undefined {
  const digits = /^\s*(?:t-?)?(\d{1,15})\s*$/i.exec(typed)?.[1]
  return digits === undefined ? undefined : `T-${digits}`
}
