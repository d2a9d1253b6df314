// The version of an item as people read it: vendors use numbers, times, hashes and combinations of them.
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9}(?=Z|[+-]))?(Z|[+-]\d{2}:?\d{2})/
const LONGEST = 20
const HEAD = 8
const TAIL = 4

export function printVersion(version: string, locale: string): string {
  const time = TIME.exec(version)?.[0]
  const at = time === undefined ? undefined : new Date(time)
  if (at && !Number.isNaN(at.getTime())) {
    return at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  }
  return version.length > LONGEST ? `${version.slice(0, HEAD)}…${version.slice(-TAIL)}` : version
}
