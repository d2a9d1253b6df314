// Another system by two letters: neutral, because logos and colors of others have no meaning here.
import classes from './monogram.module.css'

/** The first letter and the next one that is a capital or begins a word, otherwise the second: HubSpot is Hs. */
function lettersOf(name: string): string {
  const [first = '', ...rest] = name.replaceAll(/[^\p{L}\p{N} ]/gu, ' ').trim()
  const next = /(?:\s\p{L}|\p{Lu})/u.exec(rest.join(''))?.[0].trim() ?? rest[0] ?? ''
  return first.toUpperCase() + next.toLowerCase()
}

/** As generated content the letters are not part of the text that the label of a control has to contain. */
export function Monogram({ name, size }: { name: string; size: 'small' | 'medium' | 'large' }) {
  return (
    <span
      className={classes['monogram']}
      data-size={size}
      data-letters={lettersOf(name)}
      aria-hidden="true"
    />
  )
}
