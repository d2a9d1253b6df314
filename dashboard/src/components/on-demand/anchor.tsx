// Stands where a button stands, so that what was fetched later can hang on it.
import type { ComponentProps } from 'react'
import classes from './anchor.module.css'

export function Anchor({ at, ...rest }: { at: DOMRect } & ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      className={classes['anchor']}
      aria-hidden="true"
      style={{ left: at.left, top: at.top, width: at.width, height: at.height }}
    />
  )
}
