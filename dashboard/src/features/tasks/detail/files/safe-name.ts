// The name of a local file as the service accepts it. Operating systems allow names that others do not.
const FORBIDDEN = /[/\\\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060-\u2065\ufeff]/gu
const MAX_LENGTH = 255

export function safeName(name: string): string {
  const clean = name.toWellFormed().replaceAll(FORBIDDEN, '_').trim()
  const characters = Array.from(clean)
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : ''
  const fitting =
    characters.length <= MAX_LENGTH
      ? clean
      : characters.slice(0, MAX_LENGTH - Array.from(ending).length).join('') + ending
  return fitting.replace(/[\s.]+$/, '') || 'file'
}
