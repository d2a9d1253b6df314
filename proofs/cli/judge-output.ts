// What may be in the output of a command.

/** What the program itself sends to a terminal: colors, the cursor, and clearing; also of questions. */
const OWN = /\u001b\[(?:\d{1,2}m|\d{1,3}G|0J|\?25[lh]|H|J|K)|\r(?=\u001b\[K|[█░\w])|\r+\n/g // oxlint-disable-line no-control-regex -- escape sequences
const ACTS = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Nothing that a terminal acts on, unless the program sent it on purpose. */
export function isSafe(text: string, isTerminal = false): boolean {
  return !ACTS.test(isTerminal ? text.replaceAll(OWN, '\n') : text)
}

/** One document, or one object per line. */
export function isJson(text: string, kind: 'document' | 'lines'): boolean {
  const texts = kind === 'lines' ? text.split('\n').filter(Boolean) : [text]
  try {
    return texts.length > 0 && texts.every((one) => typeof JSON.parse(one) === 'object')
  } catch {
    return false
  }
}
