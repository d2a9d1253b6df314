// What surrounds every screen: places at the left or below, the screen, and what can be called from anywhere.
import { UnstyledButton } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { withWords } from '#words/index.ts'
import { Banners } from './banners/banners.tsx'
import { BottomBar } from './bottom-bar/bottom-bar.tsx'
import { Callable } from './callable.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar/sidebar.tsx'

const loadFirstPassword = withWords(
  ['users'],
  () => import('#features/settings/users/first-password.tsx'),
)
const FirstPassword = lazy(async () => ({ default: (await loadFirstPassword()).FirstPassword }))

export function Shell() {
  const { t } = useTranslation('shell')
  const mustChange = useMe()?.user.must_change_password ?? false
  if (mustChange) {
    return (
      <div className={classes['app']}>
        <Suspense>
          <FirstPassword />
        </Suspense>
      </div>
    )
  }
  return (
    <div className={classes['app']}>
      <UnstyledButton
        className={classes['skip']}
        onClick={() => document.getElementById('content')?.focus()}
      >
        {t('skip')}
      </UnstyledButton>
      <Sidebar />
      <div className={classes['stage']}>
        <Banners />
        <div className={classes['screen']}>
          <Outlet />
        </div>
      </div>
      <BottomBar />
      <Callable />
    </div>
  )
}
