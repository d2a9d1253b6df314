// A link to a place, wherever it is drawn.
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAt, type Place } from './places.ts'

export function PlaceLink({
  place,
  className,
  title,
  onClick,
  children,
}: {
  place: Place
  className: string | undefined
  title?: string | undefined
  onClick?: () => void
  children: ReactNode
}) {
  const at = useLocation({ select: ({ pathname }) => isAt(place, pathname) })
  return (
    <Link
      to={place.path as '/'} // a row of the table of places, each of which the router knows
      className={className ?? ''}
      title={title}
      aria-current={at ? 'page' : undefined}
      data-at={at || undefined}
      onClick={onClick}
    >
      {children}
    </Link>
  )
}
