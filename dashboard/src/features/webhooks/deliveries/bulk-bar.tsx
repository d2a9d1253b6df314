// What can be done to the deliveries that are selected.
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#components/surface/selection-bar.module.css'
import { KeyHint } from '#components/text/key-hint.tsx'
import type { Selection } from './use-selection.ts'

export function BulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation('deliveries')
  const { selected, loaded } = selection
  return (
    <div className={classes['bar']} role="toolbar" aria-label={t('bulk.title')}>
      <span className={classes['count']} aria-live="polite">
        {t('bulk.selected', { count: selected.size })}
      </span>
      <button type="button" disabled={selection.isResending} onClick={() => selection.resend()}>
        <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
        {t('resend')}
        <KeyHint keys="r" />
      </button>
      {selected.size < loaded && (
        <button type="button" onClick={selection.selectAll}>
          {t('bulk.all', { count: loaded })}
        </button>
      )}
      <button
        type="button"
        className={classes['end']}
        onClick={selection.clear}
        aria-label={t('bulk.clear')}
        title={t('bulk.clear')}
      >
        <IconX size={16} stroke={1.75} />
      </button>
    </div>
  )
}
