// What this tenant keeps, and how much room it takes.
import type { StorageInfo } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './system.module.css'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

export function printBytes(bytes: number, locale: string): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000
    unit++
  }
  const digits = { maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 }
  return `${size.toLocaleString(locale, digits)} ${UNITS[unit]}`
}

export function StorageCard({ storage, asOf }: { storage: readonly StorageInfo[]; asOf: string }) {
  const { t } = useTranslation('settings')
  const locale = useLocale()
  return (
    <Card bleed title={t('system.storage')} meta={<RelativeTime at={asOf} />}>
      <ul className={classes['lines']}>
        {storage.map(({ kind, rows, bytes }) => (
          <li key={kind} className={classes['line']}>
            <span className={classes['first']}>{t(`system.kind.${kind}`)}</span>
            <span className={classes['figure']}>
              {rows.is_at_least && '≥ '}
              {rows.count.toLocaleString(locale)}
            </span>
            <span className={`${classes['quiet']} ${classes['size']}`}>
              {printBytes(bytes, locale)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
