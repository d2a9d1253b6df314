// Whether what is on the screen is fresh: a dot and a word, and on request why, since when and what it means.
import { useTranslation } from 'react-i18next'
import { DropButton } from '#components/on-demand/drop-button.tsx'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { useLive } from '#live/live.ts'
import classes from './live-indicator.module.css'

const LiveReport = onDemand(async () => (await import('./live-report.tsx')).LiveReport, {
  close: ({ onClose }) => onClose(),
})

export function LiveIndicator({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('shell')
  const { state } = useLive()
  const word = t(`live.states.${state}`)
  return (
    <div className={classes['indicator']} data-compact={compact || undefined}>
      <DropButton
        popup="dialog"
        className={classes['button']}
        label={t('live.open', { word })}
        title={compact ? word : undefined}
        renderCard={(dropped) => <LiveReport {...dropped} />}
      >
        <span className={classes['dot']} data-state={state} aria-hidden="true" />
        <span className={classes['word']}>{word}</span>
      </DropButton>
    </div>
  )
}
