// How the last run of an integration ended, in one line.
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'

export function LastWords({ integration: { last_result: last } }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  if (!last) return t('last.none')
  const count = last.created + last.changed
  return (
    <>
      {last.state !== 'succeeded'
        ? t(`last.${last.state}`)
        : last.failed > 0
          ? t('last.needsFix', { count: last.failed })
          : t('last.good')}
      , <RelativeTime at={last.ended_at} />
      {count > 0 && `, ${t('card.changed', { count, shown: count.toLocaleString(locale) })}`}
    </>
  )
}
