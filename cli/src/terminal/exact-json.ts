// JSON with its numbers as they were received: a double would round integers beyond 2^53 and drop trailing zeros.
import { neutralize, printJson } from './neutralize.ts'

type Source = { source?: string }

/** Of Node.js 21 and newer; the types of the compiler do not have them yet. */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, revive: (key: string, value: unknown, at: Source) => unknown) => unknown
  rawJSON: (text: string) => unknown
}

/** Numbers become objects that are printed as they were received. */
export function parseExactly(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  )
}

/** For a terminal. What is not JSON is shown as text. */
export function indentJson(text: string): string {
  try {
    return printJson(parseExactly(text), 2)
  } catch {
    return neutralize(text)
  }
}
