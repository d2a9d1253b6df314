// Times for people: how long ago, or in how long.

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

export function describeTime(time: string | null | undefined, nowMs = Date.now()): string {
  if (time === null || time === undefined) return ''
  const differenceMs = Date.parse(time) - nowMs
  const [unit, ms] = UNITS.find(([, length]) => Math.abs(differenceMs) >= length) ?? ['s', 1_000]
  const count = Math.floor(Math.abs(differenceMs) / ms)
  if (count === 0) return 'now'
  return differenceMs < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`
}

export const clockTime = (time: string): string => time.slice(0, 19).replace('T', ' ')
