// A mark in a text by which an integration finds again what it made: an HTML comment, which Markdown does not show.

const shape = /^[A-Za-z0-9._:]+(?:-[A-Za-z0-9._:]+)*$/
const mark = /\n*<!-- task-service:([A-Za-z0-9._:-]+) -->\n*/g

export type MarkedText = { text: string; marker?: string }

/** The text with the mark behind it. */
export function addMarker(text: string, marker: string): string {
  // Two hyphens in a row would end the comment and show the rest to people.
  if (!shape.test(marker))
    throw new TypeError(
      'A marker may contain only letters, digits, dots, colons and single hyphens.',
    )
  const written = `<!-- task-service:${marker} -->`
  return text === '' ? written : `${text.trimEnd()}\n\n${written}`
}

/** The text without any mark, and the last mark: people write behind it and copy texts with marks in them. */
export function splitMarker(marked: string): MarkedText {
  let marker: string | undefined
  const text = marked.replace(mark, (_all, found: string, at: number, whole: string) => {
    marker = found
    const isInside = at > 0 && at + _all.length < whole.length
    return isInside ? '\n\n' : ''
  })
  return marker === undefined ? { text: marked } : { text: text.trimEnd(), marker }
}
