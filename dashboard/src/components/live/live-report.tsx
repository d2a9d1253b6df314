// Why the connection is as it is, since when, what that means, and what can be done.
import { useTranslation } from 'react-i18next'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { DropCard } from '#components/on-demand/drop-card.tsx'
import { clock } from '#lib/clock.ts'
import { useLocale } from '#lib/use-locale.ts'
import { reasonOf } from '#live/feed-state.ts'
import { useLive } from '#live/live.ts'
import classes from './live-indicator.module.css'
import { LiveRemedy } from './live-remedy.tsx'

export function LiveReport({ at, onClose }: Dropped) {
  const { t } = useTranslation('shell')
  const locale = useLocale()
  const live = useLive()
  const reason = reasonOf(live)
  return (
    <DropCard
      at={at}
      onClose={onClose}
      label={t(`live.titles.${live.state}`)}
      className={classes['report']}
      position="top-start"
      width={300}
      shadow="md"
    >
      <strong>{t(`live.titles.${live.state}`)}</strong>
      {reason && <p>{t(`live.reasons.${reason}`)}</p>}
      <p>{t(`live.meanings.${live.state}`)}</p>
      <p className={classes['since']}>{t('live.since', { time: clock(live.since, locale) })}</p>
      {(live.state === 'polling' || live.state === 'offline') && <LiveRemedy />}
    </DropCard>
  )
}
