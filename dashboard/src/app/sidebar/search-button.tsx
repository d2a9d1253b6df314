// The way into the palette for those who do not know its key yet.
import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { openPalette } from '../palette/open-palette.ts'
import classes from './search-button.module.css'

export function SearchButton({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <UnstyledButton
      className={classes['button']}
      data-collapsed={collapsed || undefined}
      aria-label={collapsed ? t('search') : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      title={collapsed ? t('search') : undefined}
      onClick={openPalette}
    >
      <IconSearch size={15} stroke={1.75} aria-hidden="true" />
      <span className={classes['label']}>{t('search')}</span>
      <KeyHint keys="mod+k" />
    </UnstyledButton>
  )
}
