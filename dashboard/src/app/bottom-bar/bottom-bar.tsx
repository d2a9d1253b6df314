// The places on small screens: three at once, the others in two sheets.
import { UnstyledButton } from '@mantine/core'
import { type Icon, IconArrowsExchange, IconMenu2 } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { printBadge, useBadges } from '../badges.ts'
import { PlaceLink } from '../place-link.tsx'
import { isAt, places } from '../places.ts'
import classes from './bottom-bar.module.css'

const Sheet = onDemand(async () => (await import('./sheet.tsx')).Sheet, {
  close: ({ onClose }) => onClose(),
})

const onBar = places.filter((place) => place.onBar)
const inConnections = places.filter((place) => place.group === 'connections')
const inMore = places.filter((place) => !place.onBar && place.group !== 'connections')

export function BottomBar() {
  const { t } = useTranslation('shell')
  const [sheet, setSheet] = useState<'connections' | 'more'>()
  const [opened, setOpened] = useState(false)
  const open = (which: 'connections' | 'more') => () => {
    setSheet(which)
    setOpened(true)
  }
  const badges = useBadges()
  const at = useLocation({ select: ({ pathname }) => pathname })
  // A task has a bar of its own, and an arrow that leads back here.
  if (/\/tasks\/[^/]+$/.test(at)) return null
  return (
    <nav className={classes['bar']} aria-label={t('main')}>
      {onBar.map((place) => (
        <PlaceLink key={place.name} place={place} className={classes['item']}>
          <Glyph icon={place.icon} count={place.badge && badges[place.badge]} />
          {t(`places.${place.name}`)}
        </PlaceLink>
      ))}
      <SheetButton
        icon={IconArrowsExchange}
        label={t('groups.connections')}
        count={(badges.failedDeliveries ?? 0) + (badges.webhooksNeedAttention ?? 0)}
        at={inConnections.some((place) => isAt(place, at))}
        onClick={open('connections')}
      />
      <SheetButton
        icon={IconMenu2}
        label={t('more')}
        at={inMore.some((place) => isAt(place, at))}
        onClick={open('more')}
      />
      {sheet && (
        <Sheet
          title={sheet === 'connections' ? t('groups.connections') : t('more')}
          places={sheet === 'connections' ? inConnections : inMore}
          withAccount={sheet === 'more'}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </nav>
  )
}

function Glyph({ icon: Drawn, count = 0 }: { icon: Icon; count?: number | undefined }) {
  return (
    <span className={classes['glyph']}>
      <Drawn size={21} stroke={1.75} aria-hidden="true" />
      {count > 0 && <em className={classes['badge']}>{printBadge(count)}</em>}
    </span>
  )
}

function SheetButton({
  icon,
  label,
  count,
  at,
  onClick,
}: {
  icon: Icon
  label: string
  count?: number | undefined
  at: boolean
  onClick: () => void
}) {
  return (
    <UnstyledButton
      className={classes['item']}
      data-at={at || undefined}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <Glyph icon={icon} count={count} />
      {label}
    </UnstyledButton>
  )
}
