// Makes text of other people safe for a terminal: titles and comments can contain escape sequences that would rewrite the
// screen, change the window title or type into the shell.

// Control characters (C0, DEL and C1) without tab and line feed, line and paragraph separators, and characters that change
// the direction of what follows.
const DANGEROUS =
  /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Of several lines: tabs and line feeds stay. */
export function neutralize(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(DANGEROUS, toVisible)
}

/** Of one line, such as the cell of a table. */
export function neutralizeLine(text: string): string {
  return neutralize(text).replaceAll(/[\t\n]+/g, ' ')
}

/** JSON escapes C0 itself; a terminal acts on C1 and DEL, too. The parsed value is the same. */
export function printJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent))
}

/** JSON as it was received. A carriage return can only be between values, where any white space is the same. */
export function escapeJson(text: string): string {
  return text
    .replaceAll('\r', '\n')
    .replaceAll(/[^\n\u0020-\u007e]/g, (character) =>
      isDangerous(character) ? toEscape(character) : character,
    )
}

function isDangerous(character: string): boolean {
  DANGEROUS.lastIndex = 0
  return DANGEROUS.test(character)
}

const toEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Control pictures, such as ␛ for ESC. */
function toVisible(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}
