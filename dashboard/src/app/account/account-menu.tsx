// The choices of the person who is signed in.
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Anchor } from '#components/on-demand/anchor.tsx'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { THEMES } from '#components/page/theme-toggle.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { signOut } from '#features/settings/users/sign-out.ts'
import { currentLanguage, LANGUAGES, type Language } from '#words/index.ts'
import { openCheatSheet } from '../cheat-sheet/open-cheat-sheet.ts'
import { changeLanguage } from './change-language.ts'

export function AccountMenu({ at, onClose }: Dropped) {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu opened onClose={onClose} position="top-start" width={220}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('theme.title')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)} // the values of THEMES
        >
          {THEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`theme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        <Menu.RadioGroup
          value={currentLanguage()}
          onChange={(language) => changeLanguage(language as Language)} // the keys of LANGUAGES
        >
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="?" />}
          onClick={openCheatSheet}
        >
          {t('keys.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} />}
          onClick={() => void signOut()}
        >
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
