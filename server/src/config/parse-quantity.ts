// Whole numbers, durations and sizes, each with its unit written out and checked against its range.
import { reject } from './invalid-value.ts'
import type { Variable } from './schema.ts'

const millisecondsPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const bytesPerUnit = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

export const durationForm = 'a number with the unit ms, s, m, h or d'
export const sizeForm = 'a number of bytes, or a number with the unit KiB, MiB or GiB'

export function parseInteger(text: string, variable: Variable): number {
  return inRange(text, variable, readInteger) ?? reject('is not a whole number', variable)
}

export function parseDurationMs(text: string, variable: Variable): number {
  return inRange(text, variable, readDurationMs) ?? reject(`is not ${durationForm}`, variable)
}

export function parseDurations(text: string, variable: Variable): readonly number[] {
  return text.split(',').map((item) => parseDurationMs(item.trim(), variable))
}

export function parseBytes(text: string, variable: Variable): number {
  return inRange(text, variable, readBytes) ?? reject(`is not ${sizeForm}`, variable)
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

// Units are required where a bare number would be ambiguous, and fractions are not supported.
// Nine digits keep sizes exact, and no limit needs more.
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
    reject('is too small', variable)
  }
  if (variable.max !== undefined && value > (read(variable.max) ?? Number.NaN)) {
    reject('is too large', variable)
  }
  return value
}
