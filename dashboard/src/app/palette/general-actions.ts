// What can be done on every screen.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconDownload,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signOut } from '#features/settings/users/sign-out.ts'
import type { Action } from '#lib/actions.ts'
import { currentLanguage } from '#words/index.ts'
import { changeLanguage } from '../account/change-language.ts'
import { openCheatSheet } from '../cheat-sheet/open-cheat-sheet.ts'

export function useGeneralActions(): Action[] {
  const { t } = useTranslation('shell')
  return [
    ...useNewRecords(),
    ...useOwnActions(),
    ...signOutAction(t('account.signOut'), t('palette.words.signOut')),
  ]
}

const signOutAction = (label: string, keywords: string): Action[] => [
  { id: 'sign-out', label, icon: IconLogout, keywords, run: () => void signOut() },
]

/** Forms that a URL opens. */
const FORMS = [
  { id: 'new-integration', word: 'integration', path: '/integrations' },
  { id: 'new-webhook', word: 'webhook', path: '/webhooks' },
  { id: 'new-connector', word: 'connector', path: '/connectors' },
  { id: 'new-agent', word: 'agent', path: '/agents' },
] as const

function useNewRecords(): Action[] {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return [
    ...FORMS.map(({ id, word, path }) => ({
      id,
      label: t(`palette.new.${word}`),
      icon: IconPlus,
      run: () => void navigate({ to: path, search: { new: '1' } }),
    })),
    {
      id: 'export-audit',
      label: t('palette.exportAudit'),
      icon: IconDownload,
      run: () => void navigate({ to: '/settings/$section', params: { section: 'audit' } }),
    },
  ]
}

function useOwnActions(): Action[] {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const other = currentLanguage() === 'de' ? 'en' : 'de'
  return [
    {
      id: 'theme',
      label: isDark ? t('theme.toLight') : t('theme.toDark'),
      icon: isDark ? IconSun : IconMoon,
      keywords: t('palette.words.theme'),
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: t(`palette.speak.${other}`),
      icon: IconLanguage,
      keywords: t('palette.words.language'),
      run: () => changeLanguage(other),
    },
    {
      id: 'keys',
      label: t('keys.title'),
      icon: IconKeyboard,
      keys: '?',
      keywords: t('palette.words.keys'),
      run: openCheatSheet,
    },
  ]
}
