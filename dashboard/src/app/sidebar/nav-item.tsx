// One place in the sidebar, with what needs a person there.
import { useTranslation } from 'react-i18next'
import { printBadge } from '../badges.ts'
import { PlaceLink } from '../place-link.tsx'
import type { Place } from '../places.ts'
import classes from './sidebar.module.css'

export function NavItem({ place, count = 0 }: { place: Place; count?: number | undefined }) {
  const { t } = useTranslation('shell')
  const { icon: Glyph, name, keys, badge } = place
  const label = t(`places.${name}`)
  return (
    <PlaceLink
      place={place}
      className={classes['item']}
      title={`${label} (${keys.toUpperCase().replace(' ', ', ')})`}
    >
      <Glyph size={17} stroke={1.75} aria-hidden="true" />
      <span className={classes['label']}>{label}</span>
      {badge && count > 0 && (
        <em className={classes['badge']} data-kind={badge}>
          <span aria-hidden="true">{printBadge(count)}</span>
          <span className="hidden-text">{t(`badges.${badge}`, { count })}</span>
        </em>
      )}
    </PlaceLink>
  )
}
