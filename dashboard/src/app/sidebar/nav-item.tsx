// One place in the sidebar, with what needs a person there.
import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '../../parts/key-hint.tsx'
import { printBadge } from '../badges.ts'
import { PlaceLink } from '../place-link.tsx'
import type { Place } from '../places.ts'
import classes from './sidebar.module.css'

export function NavItem({
  place,
  count = 0,
  collapsed,
}: {
  place: Place
  count?: number | undefined
  collapsed: boolean
}) {
  const { t } = useTranslation('shell')
  const { icon: Glyph, name, keys, badge } = place
  return (
    <Tooltip
      position="right"
      label={
        <span className={classes['tip']}>
          {collapsed && t(`places.${name}`)}
          <KeyHint keys={keys} />
        </span>
      }
    >
      <div>
        <PlaceLink place={place} className={classes['item']}>
          <Glyph size={17} stroke={1.75} aria-hidden="true" />
          <span className={classes['label']}>{t(`places.${name}`)}</span>
          {badge && count > 0 && (
            <em className={classes['badge']} data-kind={badge}>
              <span aria-hidden="true">{printBadge(count)}</span>
              <span className="hidden-text">{t(`badges.${badge}`, { count })}</span>
            </em>
          )}
        </PlaceLink>
      </div>
    </Tooltip>
  )
}
