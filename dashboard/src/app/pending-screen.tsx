// Shown while a screen is fetched: its frame, empty. Most screens load before this becomes visible.
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './pending-screen.module.css'

export function PendingScreen() {
  const { t } = useTranslation()
  return (
    <div className={classes['pending']}>
      <div className={classes['head']} />
      <main className={classes['body']} id="content" tabIndex={-1}>
        <Loader size="sm" color="gray" aria-label={t('loading')} role="status" />
      </main>
    </div>
  )
}
