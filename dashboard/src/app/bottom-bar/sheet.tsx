// What does not fit on the bar of small screens, drawn up from the bottom.
import { Drawer, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { printBadge, useBadges } from '../badges.ts'
import { openPalette } from '../palette/open-palette.ts'
import { PlaceLink } from '../place-link.tsx'
import type { Place } from '../places.ts'
import { AccountRows } from './account-rows.tsx'
import classes from './sheet.module.css'

export function Sheet({
  title,
  places,
  withAccount,
  opened,
  onClose,
}: {
  title: string
  places: readonly Place[]
  withAccount: boolean
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('shell')
  const badges = useBadges()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {withAccount && (
        <UnstyledButton
          className={classes['row']}
          onClick={() => {
            onClose()
            openPalette()
          }}
        >
          <IconSearch size={20} stroke={1.75} aria-hidden="true" />
          <span>{t('search')}</span>
        </UnstyledButton>
      )}
      {places.map((place) => {
        const { icon: Glyph, name, badge } = place
        const count = badge ? (badges[badge] ?? 0) : 0
        return (
          <PlaceLink key={name} place={place} className={classes['row']} onClick={onClose}>
            <Glyph size={20} stroke={1.75} aria-hidden="true" />
            <span>{t(`places.${name}`)}</span>
            {count > 0 && <em className={classes['badge']}>{printBadge(count)}</em>}
          </PlaceLink>
        )
      })}
      {withAccount && <AccountRows />}
    </Drawer>
  )
}
