// What the menu of the account holds on large screens, as rows for thumbs.
import { SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { LiveIndicator } from '#components/live/live-indicator.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { THEMES } from '#components/page/theme-toggle.tsx'
import { signOut } from '#features/settings/users/sign-out.ts'
import { currentLanguage, LANGUAGES, type Language } from '#words/index.ts'
import { changeLanguage } from '../account/change-language.ts'
import classes from './sheet.module.css'

export function AccountRows() {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const user = useMe()?.user
  return (
    <div className={classes['account']}>
      <div className={classes['choice']}>
        <span>{t('theme.title')}</span>
        <SegmentedControl
          aria-label={t('theme.title')}
          value={colorScheme}
          onChange={setColorScheme}
          data={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </div>
      <div className={classes['choice']}>
        <span>{t('language')}</span>
        <SegmentedControl
          aria-label={t('language')}
          value={currentLanguage()}
          onChange={(language) => changeLanguage(language as Language)} // the keys of LANGUAGES
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {user && (
        <div className={classes['who']}>
          <Worker assignee={user.name || user.username} size={28} />
          <span>{user.name || user.username}</span>
        </div>
      )}
      <div className={classes['live']}>
        <LiveIndicator />
      </div>
      <UnstyledButton className={classes['row']} onClick={() => void signOut()}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        <span>{t('account.signOut')}</span>
      </UnstyledButton>
    </div>
  )
}
