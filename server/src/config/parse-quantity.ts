// Whole numbers, durations and sizes, each with its unit written out and checked against its range.
import { refuse } from './invalid-value.ts'
import type { Variable } from './schema.ts'

const millisecondsPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const bytesPerUnit = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

export const durationForm = 'a number with one of the units ms, s, m, h and d'
export const sizeForm = 'a number of bytes or one with the unit KiB, MiB or GiB'

export function parseInteger(text: string, variable: Variable): number {
  return inRange(text, variable, readInteger) ?? refuse('is not a whole number', variable)
}

export function parseDurationMs(text: string, variable: Variable): number {
  return inRange(text, variable, readDurationMs) ?? refuse(`is not ${durationForm}`, variable)
}

export function parseDurations(text: string, variable: Variable): readonly number[] {
  return text.split(',').map((item) => parseDurationMs(item.trim(), variable))
}

export function parseBytes(text: string, variable: Variable): number {
  return inRange(text, variable, readBytes) ?? refuse(`is not ${sizeForm}`, variable)
}

export function readInteger(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function readDurationMs(text: string): number | undefined {
  return readQuantity(text, millisecondsPerUnit)
}

function readBytes(text: string): number | undefined {
  return readQuantity(text, bytesPerUnit)
}

// Units are required where a bare number could mean two things, and fractions are not worth a misreading.
// Nine digits keep sizes exact, and no limit of ours needs more.
function readQuantity(text: string, perUnit: Readonly<Record<string, number>>): number | undefined {
  const [, digits, unit] = /^(\d{1,9}) ?([A-Za-z]*)$/.exec(text) ?? []
  if (digits === undefined || unit === undefined || !Object.hasOwn(perUnit, unit)) return undefined
  return Number(digits) * (perUnit[unit] ?? 1)
}

function inRange(
  text: string,
  variable: Variable,
  read: (text: string) => number | undefined,
): number | undefined {
  const value = read(text)
  if (value === undefined) return undefined
  if (variable.min !== undefined && value < (read(variable.min) ?? Number.NaN)) {
    refuse('is too small', variable)
  }
  if (variable.max !== undefined && value > (read(variable.max) ?? Number.NaN)) {
    refuse('is too large', variable)
  }
  return value
}
