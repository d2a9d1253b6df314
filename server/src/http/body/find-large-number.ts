// Where JSON has a number that would be stored as another one. Parsing rounds it, so only the text shows what was sent.
import { placeIn, type TextPlace } from './find-json-error.ts'

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

/** 2^53: all integers up to it are exact. */
export const MAX_INTEGER = 2 ** 53

/**
 * The first integer beyond ±2^53, or number beyond what a double can hold. A number with a fraction or an exponent is
 * known to be rounded, and is not one. The text is valid JSON.
 */
export function findLargeNumber(text: string): TextPlace | undefined {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      number.lastIndex = at
      const [literal = ''] = number.exec(text) ?? []
      if (isLarge(literal)) return placeIn(text, at)
      at += Math.max(literal.length, 1)
    } else {
      at++
    }
  }
  return undefined
}

const MOST = BigInt(MAX_INTEGER)
/** Longer ones are larger, and would take long to convert. */
const MOST_LENGTH = `-${MOST}`.length

function isLarge(literal: string): boolean {
  if (/[.eE]/.test(literal)) return !Number.isFinite(Number(literal))
  if (literal.length > MOST_LENGTH) return true
  // As a number, 2^53 + 1 is 2^53.
  const value = BigInt(literal)
  return value > MOST || value < -MOST
}

/** Behind the closing quote: the first one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return text.length
}
