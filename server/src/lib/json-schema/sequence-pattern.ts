// Regular expressions of callers, limited to sequences: characters, classes and quantifiers, without groups. They are matched
// in linear time, whereas the engine of JavaScript backtracks and can be kept busy for hours.
import type { Spend } from './step-budget.ts'

type Test = (character: string) => boolean
type State = { test: Test; isOptional: boolean; repeats: boolean }
export type SequencePattern = { states: State[]; isAnchoredStart: boolean; isAnchoredEnd: boolean }

/** Characters of the source, and states after quantifiers are expanded. */
const MAX_LENGTH = 500
const MAX_STATES = 500

const ATOM =
  /(?<group>[()|])|(?<set>\[(?:\\.|[^\]\\])*\]|\\[dDwWsS]|\\[pP]\{\w+(?:=\w+)?\}|\.)|\\u(?<hex>[0-9a-fA-F]{4})|\\(?<control>[nrtfv])|\\(?<sign>[^A-Za-z0-9])|(?<plain>[^\\^$[\]{}*+?])/suy
const QUANTIFIER = /(?:(?<sign>[*+?])|\{(?<min>\d{1,4})(?<comma>,(?<max>\d{1,4})?)?\})\??/y
const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
}

/** The pattern, or why it is not supported. */
export function parsePattern(source: string): SequencePattern | string {
  if (source.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  const isAnchoredStart = source.startsWith('^')
  const isAnchoredEnd = /(?<!\\)(?:\\\\)*\$$/.test(source)
  const end = source.length - (isAnchoredEnd ? 1 : 0)
  const states: State[] = []
  for (let at = isAnchoredStart ? 1 : 0; at < end; ) {
    const atom = readAtom(source, at)
    if (typeof atom === 'string') return atom
    const times = readQuantifier(source, atom.end)
    states.push(...expand(atom.test, times))
    if (states.length > MAX_STATES) return `must not repeat more than ${MAX_STATES} characters`
    at = times.end
  }
  return { states, isAnchoredStart, isAnchoredEnd }
}

function readAtom(source: string, at: number): { test: Test; end: number } | string {
  ATOM.lastIndex = at
  const groups = ATOM.exec(source)?.groups
  if (!groups) return `is not supported at "${source.slice(at, at + 10)}"`
  const { group, set, hex, control, sign, plain } = groups
  if (group) return 'must not use groups or alternatives; use `enum` or `anyOf`'
  const end = ATOM.lastIndex
  if (set === undefined) {
    const code = hex === undefined ? undefined : String.fromCharCode(Number.parseInt(hex, 16))
    const literal = code ?? CONTROLS[control ?? ''] ?? sign ?? plain
    return { test: (character) => character === literal, end }
  }
  try {
    // One character at a time, so there is nothing to backtrack.
    const one = new RegExp(`^${set}$`, 'u')
    return { test: (character) => one.test(character), end }
  } catch {
    return `has an invalid character class ${set}`
  }
}

type Times = { min: number; max: number; end: number }

function readQuantifier(source: string, at: number): Times {
  QUANTIFIER.lastIndex = at
  const groups = QUANTIFIER.exec(source)?.groups
  if (!groups) return { min: 1, max: 1, end: at }
  const { sign, min, comma, max } = groups
  const end = QUANTIFIER.lastIndex
  const unbounded = Number.POSITIVE_INFINITY
  if (sign === '*') return { min: 0, max: unbounded, end }
  if (sign === '+') return { min: 1, max: unbounded, end }
  if (sign === '?') return { min: 0, max: 1, end }
  const least = Number(min)
  const most = comma === undefined ? least : max === undefined ? unbounded : Number(max)
  return { min: least, max: most, end }
}

function expand(test: Test, { min, max }: Times): State[] {
  const once = { test, isOptional: false, repeats: false }
  const least = Array.from({ length: Math.min(min, MAX_STATES + 1) }, () => once)
  if (max === Number.POSITIVE_INFINITY) return [...least, { test, isOptional: true, repeats: true }]
  const more = Math.min(Math.max(0, max - min), MAX_STATES + 1)
  return [...least, ...Array.from({ length: more }, () => ({ ...once, isOptional: true }))]
}

/** Follows all ways through the pattern at once. */
export function matchesPattern(pattern: SequencePattern, text: string, spend: Spend): boolean {
  const { states, isAnchoredStart, isAnchoredEnd } = pattern
  let active = enter(states, new Set<number>(), 0)
  for (const character of text) {
    if (!isAnchoredEnd && active.has(states.length)) return true
    spend(active.size + 1)
    const next = new Set<number>()
    for (const place of active) {
      const state = states[place]
      if (state?.test(character)) enter(states, next, state.repeats ? place : place + 1)
    }
    active = isAnchoredStart ? next : enter(states, next, 0)
    if (active.size === 0) return false
  }
  return active.has(states.length)
}

function enter(states: readonly State[], active: Set<number>, first: number): Set<number> {
  for (let place = first; !active.has(place); place++) {
    active.add(place)
    if (!states[place]?.isOptional) break
  }
  return active
}
