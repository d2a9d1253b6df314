// What can be done about a record from its card: as a link, or as a button.
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './list-card.module.css'

type Texts = {
  label: string
  /** Also names the record, because every card has the same label. */
  fullLabel: string
}

export function CardLink({
  label,
  fullLabel,
  ...link
}: Texts & Pick<LinkProps, 'to' | 'params' | 'search'>) {
  return (
    <Link {...link} className={classes['action'] ?? ''} aria-label={fullLabel}>
      {label}
    </Link>
  )
}

export function CardButton({
  label,
  fullLabel,
  isBusy = false,
  onClick,
}: Texts & { isBusy?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={classes['action']}
      aria-label={fullLabel}
      disabled={isBusy}
      onClick={onClick}
    >
      {label}
    </button>
  )
}
