// What every section of the settings stands in: the crumb, the places at the left, and room.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import classes from './settings.module.css'

export function SettingsFrame({
  title,
  navigation,
  actions,
  panel,
  children,
}: {
  title: string
  navigation: ReactNode
  actions?: ReactNode
  panel?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('settings')
  return (
    <Page title={title} crumb={t('title')} bleed actions={actions}>
      <Split panel={panel}>
        <div className={classes['frame']}>
          {navigation}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it where it holds only text */}
          <div className={classes['content']} tabIndex={0} role="group" aria-label={title}>
            {children}
          </div>
        </div>
      </Split>
    </Page>
  )
}
