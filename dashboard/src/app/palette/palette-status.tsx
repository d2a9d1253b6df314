// Below the rows: that the search is running, found nothing, failed, or that there is no connection.
import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './palette.module.css'
import type { SearchState } from './palette-item.ts'

export function PaletteStatus({
  isEmpty,
  state,
  onRetry,
}: {
  /** There is no row. */
  isEmpty: boolean
  state: SearchState
  onRetry: () => void
}) {
  const { t } = useTranslation('shell')
  const isBroken = state === 'offline' || state === 'failed'
  return (
    <div className={classes['status']} role="status" data-empty={isEmpty || undefined}>
      {state === 'searching' && isEmpty && (
        <span className={classes['searching']}>
          <Loader size={14} /> {t('palette.searching')}
        </span>
      )}
      {state === 'idle' && isEmpty && t('palette.empty')}
      {isBroken && t(`palette.${state}`)}
      {isBroken && (
        <Button size="compact-md" variant="default" onClick={onRetry}>
          {t('palette.retry')}
        </Button>
      )}
    </div>
  )
}
