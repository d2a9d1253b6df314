// The values of both charts for screen readers.
import type { OverviewRange } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import type { Bucket } from './buckets.ts'
import type { BucketTexts } from './use-bucket-texts.ts'

export function TrendTable({
  buckets,
  texts,
  range,
}: {
  buckets: readonly Bucket[]
  texts: BucketTexts
  range: OverviewRange
}) {
  const { t } = useTranslation('home')
  return (
    <div className="hidden-text">
      <table>
        <caption>{t('trend.slider')}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`trend.period.${range}`)}</th>
            <th scope="col">{t('trend.created')}</th>
            <th scope="col">{t('trend.completed')}</th>
            <th scope="col">{t('trend.median')}</th>
            <th scope="col">{t('trend.band')}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.start}>
              <th scope="row">{texts.name(bucket)}</th>
              <td>{texts.print(bucket.created)}</td>
              <td>{texts.print(bucket.completed)}</td>
              <td>{texts.median(bucket)}</td>
              <td>{texts.band(bucket)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
