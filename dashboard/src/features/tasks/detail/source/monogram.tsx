// A system by its first two letters: neutral, because logos and colors of others mean nothing here.
import classes from './source.module.css'

export function Monogram({ name }: { name: string }) {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)
  return (
    <span className={classes['monogram']} aria-hidden="true">
      {letters.slice(0, 1).toUpperCase() + letters.slice(1).toLowerCase()}
    </span>
  )
}
