// Parses sizes and durations such as `1MiB` and `15s`.

const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
}
const MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

const read = (text: string, units: Readonly<Record<string, number>>): number | undefined => {
  const [, count, unit] = /^(\d{1,9})\s*([A-Za-z]{1,3})$/.exec(text) ?? []
  if (count === undefined || unit === undefined || !Object.hasOwn(units, unit)) return undefined
  return Number(count) * (units[unit] ?? 0)
}

/** Undefined when it is not a size. A bare number is bytes. */
export const readBytes = (text: string): number | undefined =>
  /^\d{1,12}$/.test(text) ? Number(text) : read(text, BYTES)

/** Undefined when it is not a duration. The unit is required. */
export const readDurationMs = (text: string): number | undefined => read(text, MS)

export function showBytes(bytes: number): string {
  for (const unit of ['GiB', 'MiB', 'KiB']) {
    const size = BYTES[unit] ?? 1
    if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`
  }
  return `${bytes} bytes`
}

export const showDuration = (ms: number): string =>
  ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`
