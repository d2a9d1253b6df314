// How many columns of a terminal a text takes: wide characters take two, combining marks none.

const graphemes = new Intl.Segmenter()
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u
const ONLY_ASCII = /^[\u0020-\u007e]*$/
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\u200b-\u200d\u2060]+$/u

export function displayWidth(text: string): number {
  if (ONLY_ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment)
  return width
}

function widthOf(segment: string): number {
  if (WITHOUT_WIDTH.test(segment)) return 0
  return WIDE.test(segment) || segment.includes('\ufe0f') ? 2 : 1
}

/** With an ellipsis if it is too long. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let result = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment)
    if (width > columns - 1) break
    result += segment
  }
  return `${result}…`
}

export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
