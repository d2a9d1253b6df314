// Times as people write them: a date, a date with a time, or a span from now.
import { CommandError } from '#cli/program/command-error.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const SPAN = /^([+-]?)(\d{1,6})(min|h|d|w)$/
const MS = { min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** What happened is in the past, and what is planned in the future. */
type Direction = 'past' | 'future'

/** A date is its beginning in UTC; `2d` is two days ago or in two days, `-2d` is always ago and `+2d` always ahead. */
export function readTime(
  text: string | undefined,
  flag: string,
  direction: Direction = 'past',
  nowMs = Date.now(),
): string | undefined {
  if (text === undefined) return undefined
  if (DATE.test(text) && !Number.isNaN(Date.parse(text))) return `${text}T00:00:00Z`
  const [, sign, count, unit] = SPAN.exec(text) ?? []
  if (count !== undefined) {
    const ms = Number(count) * MS[unit as keyof typeof MS] // the pattern has only these
    const isPast = sign === '-' || (sign === '' && direction === 'past')
    return new Date(isPast ? nowMs - ms : nowMs + ms).toISOString()
  }
  // Without a time zone it would mean another moment on each computer.
  if (/T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text) && !Number.isNaN(Date.parse(text))) return text
  const span = direction === 'past' ? '2d (two days ago)' : '2d (in two days)'
  const examples = `2026-12-24, 2026-12-24T12:00:00Z or ${span}`
  throw new CommandError('usage', `${flag} must be a time such as ${examples}, got "${text}".`)
}
