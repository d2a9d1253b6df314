// Where JSON has a number that would be stored as another one. Parsing rounds it, so only the text shows what was sent.
import { placeIn, type TextPlace } from './find-json-error.ts'

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

/**
 * The first integer beyond 2^53 - 1, or number beyond what a double can hold. A number with a fraction or an exponent is
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

function isLarge(literal: string): boolean {
  const value = Number(literal)
  return /[.eE]/.test(literal) ? !Number.isFinite(value) : !Number.isSafeInteger(value)
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
