// What must be known on every screen, above it: that there is no connection.
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { clock } from '#live/clock.ts'
import { useLive } from '#live/live.ts'
import { LiveRemedy } from '#live/live-remedy.tsx'
import { useLocale } from '#parts/use-locale.ts'
import classes from './banners.module.css'

export function Banners() {
  const { t } = useTranslation('shell')
  const locale = useLocale()
  const live = useLive()
  if (live.state !== 'offline') return null
  return (
    <section className={classes['banner']} role="status">
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>{t(`live.reasons.${live.reason}`)}</strong>{' '}
        {t('live.stale', { time: clock(live.since, locale) })}
      </p>
      <LiveRemedy />
    </section>
  )
}
