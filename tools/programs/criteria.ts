// The criteria of a verdict, so that a program that falls short reports each missed criterion with its value.

export type Criterion = {
  /** What is measured, as a noun phrase: `events lost`. */
  readonly name: string
  readonly value: string
  /** What the value must be: `at most 50 ms`. */
  readonly limit: string
  readonly met: boolean
}

/** The count must be 0. */
export function none(name: string, count: number): Criterion {
  return { name, value: String(count), limit: 'must be 0', met: count === 0 }
}

export function atMost(name: string, value: number, limit: number, unit = ''): Criterion {
  return bounded({ name, value, limit, unit, word: 'at most', met: value <= limit })
}

export function atLeast(name: string, value: number, limit: number, unit = ''): Criterion {
  return bounded({ name, value, limit, unit, word: 'at least', met: value >= limit })
}

export function equals(name: string, value: number, expected: number): Criterion {
  return {
    name,
    value: String(value),
    limit: `must be ${expected}`,
    met: value === expected,
  }
}

/** For conditions, such as the detection of a planted fault. */
export function isTrue(name: string, met: boolean): Criterion {
  return { name, value: met ? 'yes' : 'no', limit: 'must be yes', met }
}

/** The same criteria for a part of a program, such as one of several databases. */
export function prefixed(part: string, criteria: readonly Criterion[]): Criterion[] {
  return criteria.map((one) => ({ ...one, name: `${part}: ${one.name}` }))
}

export function isPass(criteria: readonly Criterion[]): boolean {
  // A verdict without criteria verifies nothing.
  return criteria.length > 0 && criteria.every(({ met }) => met)
}

const NOTHING_CHECKED = 'no criteria: nothing was checked'

/** One line for each missed criterion. */
export function describeMisses(criteria: readonly Criterion[]): string[] {
  if (criteria.length === 0) return [NOTHING_CHECKED]
  return missesOf(criteria).map((miss) => `not met: ${miss}`)
}

/** All missed criteria on one line. */
export function summarizeMisses(criteria: readonly Criterion[]): string {
  return criteria.length === 0 ? NOTHING_CHECKED : missesOf(criteria).join('; ')
}

function missesOf(criteria: readonly Criterion[]): string[] {
  return criteria
    .filter(({ met }) => !met)
    .map(({ name, value, limit }) => `${name}: ${value}, ${limit}`)
}

function bounded(bound: {
  name: string
  value: number
  limit: number
  unit: string
  word: string
  met: boolean
}): Criterion {
  const { name, value, limit, unit, word, met } = bound
  return {
    name,
    value: withUnit(roundUnlike(value, limit), unit),
    limit: `${word} ${withUnit(limit, unit)}`,
    met,
  }
}

/**
 * Rounded for people, but never onto the limit or past it: `0.5, at least 0.5` would not explain a miss. Counts stay exact.
 */
function roundUnlike(value: number, limit: number): number {
  if (Number.isInteger(value)) return value
  for (const digits of [3, 6]) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.sign(rounded - limit) === Math.sign(value - limit)) return rounded
  }
  return value
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? String(value) : `${value} ${unit}`
}
