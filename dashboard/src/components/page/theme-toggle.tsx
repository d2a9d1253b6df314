// Light or dark with one press; the menu of the account also has "as the system".
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export const THEMES = ['light', 'dark', 'auto'] as const

export function ThemeToggle() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = isDark ? t('theme.toLight') : t('theme.toDark')
  const Glyph = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Glyph size={16} stroke={1.75} />
    </ActionIcon>
  )
}
