// Rows that are on their way, in the height they will have; only shown when it takes long enough to wonder.
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './row-skeleton.module.css'

const WIDTHS = ['38%', '52%', '44%', '31%', '48%', '36%']

export function RowSkeleton({ rows, height }: { rows: number; height: number }) {
  const { t } = useTranslation()
  return (
    <div className={classes['rows']} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes['row']} style={{ height }}>
          <Skeleton width={16} height={16} circle />
          <Skeleton height={10} width={WIDTHS[row % WIDTHS.length] ?? '40%'} />
        </div>
      ))}
    </div>
  )
}
