// What must be known on every screen, above it: that there is no connection.
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LiveRemedy } from '#components/live/live-remedy.tsx'
import { clock } from '#lib/clock.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useLive } from '#live/live.ts'
import classes from './banners.module.css'

export function Banners() {
  const { t } = useTranslation('shell')
  const locale = useLocale()
  const live = useLive()
  if (live.state !== 'offline') return null
  return (
    <section
      className={classes['banner']}
      role="status"
      data-alarming={live.reason === 'signed_out' || undefined}
    >
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>{t(`live.reasons.${live.reason}`)}</strong>{' '}
        {t('live.stale', { time: clock(live.since, locale) })}
      </p>
      <LiveRemedy />
    </section>
  )
}
