// One row of the rail: a name, and a value that is a button where it can be changed. Custom fields are such rows, too.
import type { ReactNode } from 'react'
import classes from './property-row.module.css'

export type PropertyRowProps = {
  name: string
  /** The field, by which a key finds the button: `[data-property="queue"]`. */
  property?: string
  /** The key that opens the picker, shown while the button is hovered or focused. */
  keys?: string
  /** Opens the picker at the button; without it the value can only be read. */
  onOpen?: ((at: Element) => void) | undefined
  /** Beside the value, such as a link that it is. */
  beside?: ReactNode
  children: ReactNode
}

export function PropertyRow(props: PropertyRowProps) {
  const { name, property, keys, onOpen, beside, children } = props
  return (
    <div className={classes['row']}>
      <dt>{name}</dt>
      <dd>
        {onOpen ? (
          <button
            type="button"
            className={classes['value']}
            data-property={property}
            data-keys={keys?.replace('shift+', '⇧').toUpperCase()}
            aria-haspopup="dialog"
            onClick={(event) => onOpen(event.currentTarget)}
          >
            <span className="hidden-text">{name}</span>
            {children}
          </button>
        ) : (
          <div className={classes['value']}>{children}</div>
        )}
        {beside}
      </dd>
    </div>
  )
}

/** A value that is not set. */
export function NoValue({ children }: { children: ReactNode }) {
  return <span className={classes['none']}>{children}</span>
}
