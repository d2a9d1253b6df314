// Where a text stops being JSON and what is wrong there. The parser of Node.js does not always say where, and quotes
// the text, which may contain a secret.

/** Counted from 1. */
export type TextPlace = { line: number; column: number }

export type JsonError = TextPlace & { problem: string; isEnd: boolean }

type State = 'value' | 'firstItem' | 'firstName' | 'name' | 'colon' | 'next' | 'end'

/** A string up to its closing quote, or up to what it must not contain. */
const openString =
  // oxlint-disable-next-line no-control-regex -- a JSON string must not contain them
  /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/
const token = new RegExp(
  `(?<sign>[{}[\\],:])|(?<text>${openString.source}")|(?<literal>${literal.source})`,
  'y',
)
const blank = /[ \t\r\n]*/y

/** Undefined where the text is JSON. */
export function findJsonError(text: string): JsonError | undefined {
  const open: ('{' | '[')[] = []
  let state: State = 'value'
  // A byte order mark is skipped by the parser.
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    at = skip(blank, text, at)
    if (at === text.length && state === 'end') return undefined
    token.lastIndex = at
    const found = token.exec(text)?.groups
    const next: State | undefined = found && follow(state, found, open)
    if (next === undefined) {
      return findStringError(text, at, state) ?? describe(text, at, state, open.at(-1))
    }
    at = token.lastIndex
    state = next
  }
}

function follow(
  state: State,
  { sign, text }: Partial<Record<string, string>>,
  open: ('{' | '[')[],
): State | undefined {
  const container = open.at(-1)
  const isValue = state === 'value' || state === 'firstItem'
  const ends = container === '{' ? state === 'firstName' : state === 'firstItem'
  if (state === 'colon') return sign === ':' ? 'value' : undefined
  if (sign === closing(container) && (ends || state === 'next')) {
    open.pop()
    return open.length > 0 ? 'next' : 'end'
  }
  if (state === 'next') {
    if (sign !== ',') return undefined
    return container === '{' ? 'name' : 'value'
  }
  if (isValue && (sign === '{' || sign === '[')) {
    open.push(sign)
    return sign === '{' ? 'firstName' : 'firstItem'
  }
  if (sign !== undefined) return undefined
  if (isValue) return container ? 'next' : 'end'
  return text !== undefined && (state === 'name' || state === 'firstName') ? 'colon' : undefined
}

function closing(container: '{' | '[' | undefined): string | null {
  if (container === undefined) return null
  return container === '{' ? '}' : ']'
}

/** Where a string could stand, and one begins that is not valid. */
function findStringError(text: string, at: number, state: State): JsonError | undefined {
  if (text[at] !== '"' || state === 'colon' || state === 'next' || state === 'end') return undefined
  const end = skip(openString, text, at)
  const rest = text.slice(end)
  if (/^(\\(u[0-9a-fA-F]{0,3})?)?$/.test(rest)) return locate(text, at, 'unterminated string')
  if (rest.startsWith('\\')) return locate(text, end, 'invalid escape sequence in a string')
  // Mostly the closing quote is missing.
  if (/^[\r\n]/.test(rest)) return locate(text, end, 'unterminated string or unescaped line break')
  return locate(text, end, 'unescaped control character in a string')
}

const expectations: Record<Exclude<State, 'next'>, string> = {
  value: 'a value',
  firstItem: 'a value or "]"',
  firstName: 'a field name in double quotes or "}"',
  name: 'a field name in double quotes',
  colon: '":"',
  end: 'the end of the body',
}

function describe(
  text: string,
  at: number,
  state: State,
  container: '{' | '[' | undefined,
): JsonError {
  const expected = state === 'next' ? `"," or "${closing(container)}"` : expectations[state]
  return locate(text, at, `expected ${expected}`)
}

function locate(text: string, at: number, problem: string): JsonError {
  return { ...placeIn(text, at), problem, isEnd: at === text.length }
}

export function placeIn(text: string, at: number): TextPlace {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/**
 * The same for long texts, in the time of one more parsing: what the parser says is only used for the place. Undefined where
 * it does not say it, for a wrong token in place of a value.
 */
export function findJsonErrorFast(text: string): JsonError | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (message.startsWith('Unexpected end')) return locate(text, text.length, 'expected more')
    const [, position] = / at position (\d+)/.exec(message) ?? []
    return position === undefined
      ? undefined
      : locate(text, Number(position), 'unexpected character')
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.exec(text)
  return pattern.lastIndex
}
